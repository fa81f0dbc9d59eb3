/* Tuned C reference: the same rules, the same random stream, the same node order. */
#include <stdlib.h>
#include <string.h>
#include "core.h"

typedef uint64_t u64;
static inline uint32_t below(uint32_t *s, uint32_t n) {
    uint32_t x = *s;
    x ^= x << 13; x ^= x >> 17; x ^= x << 5;
    *s = x;
    return ((u64)x * n) >> 32;
}
static inline int nth_card(u64 mask, int n) {
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(1ull << n, mask));
#else
    while (n--) mask &= mask - 1;
    return __builtin_ctzll(mask);
#endif
}

/* ---- game A ---- */
typedef struct {
    u64 hands[4];
    int16_t points[4], tokens[4];
    int8_t turn, led, trick_len, best_rank, best_player, trick_points, trick_tokens, cards_left;
} state_a;
static const int8_t rank_points[16] = {0,0,0,0,0,0,0,0,1,2,3,4};

static inline int discard_bonus(int card) {
    if (card == 56) return 5;
    if ((card & 15) == 11) return (card >> 4) == 2 ? 2 : 1;
    return 0;
}
static inline u64 legal_a(const state_a *s) {
    u64 hand = s->hands[s->turn], f;
    if (s->trick_len && (f = hand & (0xFFFull << (16 * s->led)))) return f;
    return hand;
}
static inline void apply_a(state_a *s, int card) {
    int turn = s->turn, suit = card >> 4, rank = card & 15;
    s->hands[turn] ^= 1ull << card;
    if (s->trick_len == 0) {
        s->led = suit; s->best_rank = rank; s->best_player = turn;
        s->trick_points = rank_points[rank]; s->trick_tokens = 0;
    } else {
        s->trick_points += rank_points[rank];
        if (suit == s->led) {
            if (rank > s->best_rank) { s->best_rank = rank; s->best_player = turn; }
        } else {
            int bonus = discard_bonus(card);
            s->tokens[turn] += bonus; s->trick_tokens += bonus;
        }
    }
    s->cards_left--;
    if (++s->trick_len == 4) {
        int w = s->best_player;
        s->points[w] += s->trick_points; s->tokens[w] -= s->trick_tokens;
        s->trick_len = 0; s->turn = w;
    } else s->turn = (turn + 1) & 3;
}
result play_a(int n, uint32_t seed) {
    uint32_t rng = seed ? seed : 1, checksum = 0;
    uint8_t deck[48];
    int64_t plays = 0;
    for (int i = 0; i < 48; i++) deck[i] = (i / 12) * 16 + i % 12;
    for (int k = 0; k < n; k++) {
        state_a s; memset(&s, 0, sizeof s); s.cards_left = 44;
        for (int i = 0; i < 44; i++) {
            int j = i + below(&rng, 48 - i);
            uint8_t t = deck[i]; deck[i] = deck[j]; deck[j] = t;
        }
        for (int i = 0; i < 44; i++) s.hands[i / 11] |= 1ull << deck[i];
        while (s.cards_left) {
            u64 m = legal_a(&s);
            apply_a(&s, nth_card(m, below(&rng, __builtin_popcountll(m))));
            plays++;
        }
        uint32_t sum = 0;
        for (int p = 0; p < 4; p++) sum += s.points[p] * (p + 1) + (s.tokens[p] + 100) * (p + 5);
        checksum = checksum * 31 + sum;
    }
    return (result){plays, checksum};
}

/* ---- game B ---- */
static int8_t POINTS[4][32], STRENGTH[4][32];
__attribute__((constructor)) static void init_tables(void) {
    /* a card is suit * 8 + rank, ranks 7 8 9 T J Q K A, so that both sides draw the n-th of the same cards */
    static const int8_t pp[8] = {0,0,0,10,2,3,4,11}, tp[8] = {0,0,14,10,20,3,4,11},
                        ps[8] = {0,1,2,6,3,4,5,7}, ts[8] = {8,9,14,12,15,10,11,13};
    for (int t = 0; t < 4; t++)
        for (int c = 0; c < 32; c++) {
            POINTS[t][c] = (c >> 3) == t ? tp[c & 7] : pp[c & 7];
            STRENGTH[t][c] = (c >> 3) == t ? ts[c & 7] : ps[c & 7];
        }
}
static inline uint32_t legal_replies(uint32_t hand, int lead, int trump) {
    uint32_t m = hand & (0xFFu << (lead & 24));
    if (m) return m;
    m = hand & (0xFFu << (8 * trump));
    return m ? m : hand;
}
static inline int beats(int reply, int lead, int trump, const int8_t *strength) {
    int suit = reply >> 3;
    return (suit == lead >> 3 || suit == trump) && strength[reply] > strength[lead];
}
typedef struct { uint32_t hands[2]; int16_t points[2]; int8_t trump, turn, lead, cards_left; } state_b;

static inline void deal_b(state_b *s, uint8_t *deck, uint32_t *rng) {
    memset(s, 0, sizeof *s);
    for (int i = 0; i < 19; i++) {
        int j = i + below(rng, 32 - i);
        uint8_t t = deck[i]; deck[i] = deck[j]; deck[j] = t;
    }
    for (int i = 0; i < 9; i++) { s->hands[0] |= 1u << deck[i]; s->hands[1] |= 1u << deck[9 + i]; }
    s->trump = deck[18] >> 3; s->lead = -1; s->cards_left = 18;
}
static inline uint32_t legal_b(const state_b *s) {
    uint32_t hand = s->hands[s->turn];
    return s->lead < 0 ? hand : legal_replies(hand, s->lead, s->trump);
}
static inline void apply_b(state_b *s, int card) {
    int turn = s->turn;
    s->hands[turn] ^= 1u << card;
    s->cards_left--;
    if (s->lead < 0) { s->lead = card; s->turn = 1 - turn; return; }
    int w = beats(card, s->lead, s->trump, STRENGTH[s->trump]) ? turn : 1 - turn;
    s->points[w] += POINTS[s->trump][card] + POINTS[s->trump][s->lead] + (s->cards_left ? 0 : 10);
    s->lead = -1; s->turn = w;
}
result play_b(int n, uint32_t seed) {
    uint32_t rng = seed ? seed : 1, checksum = 0;
    uint8_t deck[32];
    int64_t plays = 0;
    for (int i = 0; i < 32; i++) deck[i] = i;
    for (int k = 0; k < n; k++) {
        state_b s; deal_b(&s, deck, &rng);
        while (s.cards_left) {
            uint32_t m = legal_b(&s);
            apply_b(&s, nth_card(m, below(&rng, __builtin_popcount(m))));
            plays++;
        }
        checksum = checksum * 31 + s.points[0] + 3 * s.points[1];
    }
    return (result){plays, checksum};
}

/* Game B on hands that were dealt before: 3 words a deal, hand 0, hand 1, trump, as sets of suit * 8 + rank. */
result play_b_dealt(const uint32_t *deals, int n, uint32_t seed) {
    uint32_t rng = seed ? seed : 1, checksum = 0;
    int64_t plays = 0;
    for (int k = 0; k < n; k++) {
        state_b s; memset(&s, 0, sizeof s);
        s.hands[0] = deals[3 * k]; s.hands[1] = deals[3 * k + 1]; s.trump = deals[3 * k + 2];
        s.lead = -1; s.cards_left = 18;
        while (s.cards_left) {
            uint32_t m = legal_b(&s);
            apply_b(&s, nth_card(m, below(&rng, __builtin_popcount(m))));
            plays++;
        }
        checksum = checksum * 31 + s.points[0] + 3 * s.points[1];
    }
    return (result){plays, checksum};
}

/* solver */
#define INF 1000
#define TT_BITS 16
typedef struct { uint32_t me, other; int16_t low, high; } entry;
typedef struct { entry *tt; uint32_t mask; int64_t nodes; int trump; const int8_t *points, *strength; } solver;

static inline entry *probe(solver *s, uint32_t me, uint32_t other) {
    uint32_t h = ((u64)me * 0x2545F491u + (u64)other * 0x1B873593u) >> 24 & s->mask;
    for (;; h = (h + 1) & s->mask) {
        entry *e = &s->tt[h];
        if ((e->me == me && e->other == other) || e->me == 0) return e;
    }
}
static int search(solver *s, uint32_t me, uint32_t other, int alpha, int beta) {
    if (!me) return 0;
    int low = -INF, high = INF;
    entry *e = probe(s, me, other);
    if (e->me) { low = e->low; high = e->high; }
    if (low >= beta || low == high) return low;
    if (high <= alpha) return high;
    if (low > alpha) alpha = low;
    if (high < beta) beta = high;
    int best = -INF, a = alpha, trump = s->trump;
    for (uint32_t leads = me; leads;) {
        int lead = 31 - __builtin_clz(leads);
        leads ^= 1u << lead;
        uint32_t me2 = me ^ 1u << lead;
        int lead_points = s->points[lead] + (me2 ? 0 : 10), worst = INF, b = beta;
        s->nodes++;
        for (uint32_t replies = legal_replies(other, lead, trump); replies;) {
            int reply = 31 - __builtin_clz(replies);
            replies ^= 1u << reply;
            s->nodes++;
            uint32_t other2 = other ^ 1u << reply;
            int gain = lead_points + s->points[reply], v;
            if (beats(reply, lead, trump, s->strength)) v = -gain - search(s, other2, me2, -b - gain, -a - gain);
            else v = gain + search(s, me2, other2, a - gain, b - gain);
            if (v < worst) { worst = v; if (v < b) { b = v; if (b <= a) break; } }
        }
        if (worst > best) { best = worst; if (best > a) { a = best; if (a >= beta) break; } }
    }
    if (best <= alpha) high = best; else if (best >= beta) low = best; else low = high = best;
    e = probe(s, me, other);
    e->me = me; e->other = other; e->low = low; e->high = high;
    return best;
}
result solve_b(int n, uint32_t seed) {
    uint32_t rng = seed ? seed : 1, checksum = 0;
    uint8_t deck[32];
    solver s = {malloc(sizeof(entry) << TT_BITS), (1u << TT_BITS) - 1};
    for (int i = 0; i < 32; i++) deck[i] = i;
    for (int k = 0; k < n; k++) {
        state_b st; deal_b(&st, deck, &rng);
        memset(s.tt, 0, sizeof(entry) << TT_BITS);
        s.trump = st.trump; s.points = POINTS[st.trump]; s.strength = STRENGTH[st.trump];
        checksum = checksum * 31 + search(&s, st.hands[0], st.hands[1], -INF, INF) + 500;
    }
    free(s.tt);
    return (result){s.nodes, checksum};
}

/* ---- game C: two packs ---- */
typedef struct {
    uint32_t types[4]; uint8_t counts[4][32]; int16_t points[4];
    int8_t trump, turn, led, best, best_player, trick_len, trick_points, cards_left;
} state_c;
static inline uint32_t legal_c(const state_c *s) {
    uint32_t types = s->types[s->turn];
    return s->trick_len ? legal_replies(types, s->led, s->trump) : types;
}
static inline void apply_c(state_c *s, int card) {
    int turn = s->turn, trump = s->trump;
    if (!--s->counts[turn][card]) s->types[turn] ^= 1u << card;
    if (!s->trick_len) { s->led = s->best = card; s->best_player = turn; s->trick_points = POINTS[trump][card]; }
    else {
        s->trick_points += POINTS[trump][card];
        if (beats(card, s->best, trump, STRENGTH[trump])) { s->best = card; s->best_player = turn; }
    }
    s->cards_left--;
    if (++s->trick_len == 4) {
        int w = s->best_player;
        s->points[w] += s->trick_points + (s->cards_left ? 0 : 10);
        s->trick_len = 0; s->turn = w;
    } else s->turn = (turn + 1) & 3;
}
result play_c(int n, uint32_t seed) {
    uint32_t rng = seed ? seed : 1, checksum = 0;
    uint8_t deck[64];
    int64_t plays = 0;
    for (int i = 0; i < 64; i++) deck[i] = i & 31;
    for (int k = 0; k < n; k++) {
        state_c s; memset(&s, 0, sizeof s); s.cards_left = 64;
        for (int i = 0; i < 64; i++) {
            int j = i + below(&rng, 64 - i);
            uint8_t t = deck[i]; deck[i] = deck[j]; deck[j] = t;
        }
        for (int i = 0; i < 64; i++) { s.types[i / 16] |= 1u << deck[i]; s.counts[i / 16][deck[i]]++; }
        s.trump = deck[63] >> 3;
        while (s.cards_left) {
            uint32_t m = legal_c(&s);
            apply_c(&s, nth_card(m, below(&rng, __builtin_popcount(m))));
            plays++;
        }
        checksum = checksum * 31 + s.points[0] + 2 * s.points[1] + 3 * s.points[2] + 4 * s.points[3];
    }
    return (result){plays, checksum};
}
