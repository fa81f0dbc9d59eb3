#include <stdint.h>
typedef struct { int64_t work; int64_t checksum; } result;
result play_a(int n, uint32_t seed);
result play_b(int n, uint32_t seed);
result play_b_dealt(const uint32_t *deals, int n, uint32_t seed);
result play_c(int n, uint32_t seed);
result solve_b(int n, uint32_t seed);
