// Stolik at the table: the stream brings new HTML, which is merged into the page by id; forms are sent without leaving
// the page. Everything works without this file too, only slower.
"use strict";

const table = () => document.getElementById("table");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const lost = document.getElementById("lost");

function notice(text) {
  lost.textContent = text;
  lost.hidden = !text;
}

// ---- merging

// Read as an attribute: a form with a field named "id" hides its own.
const key = (node) => (node.nodeType === Node.ELEMENT_NODE && node.getAttribute("id")) || "";

// Make `old` like `fresh` and keep what is the same: focus, scrolling and open sheets stay as they are.
function merge(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old instanceof HTMLInputElement) {
    if (old.type === "hidden") old.value = fresh.getAttribute("value");
    return;
  }
  mergeChildren(old, fresh);
}

function mergeChildren(old, fresh) {
  const wanted = new Set([...fresh.children].map(key).filter(Boolean));
  let next = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    while (next && key(next) && !wanted.has(key(next))) next = drop(next);
    let twin = null;
    if (key(child)) twin = [...old.children].find((each) => key(each) === key(child)) || null;
    else if (next && alike(next, child)) twin = next;
    if (!twin) old.insertBefore(document.importNode(child, true), next);
    else {
      if (twin === next) next = next.nextSibling;
      else place(old, twin, next);
      merge(twin, child);
    }
  }
  while (next) next = drop(next);
}

const alike = (one, other) => !key(one) && one.nodeName === other.nodeName && one.nodeType === other.nodeType;

// Moving an element takes the focus from it, so the others move around the focused one.
function place(parent, twin, next) {
  if (!twin.contains(document.activeElement)) return parent.insertBefore(twin, next);
  while (next && next !== twin) {
    const after = next.nextSibling;
    parent.append(next);
    next = after;
  }
}

function drop(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

// ---- moving cards

// The cards that lie elsewhere in the fresh page: where each lies now, and the id of where it will. One that comes out
// of a hidden hand starts from that hand's last back. The others get no name, so that they can be pressed meanwhile.
function travellers(fresh) {
  const found = [];
  for (const card of fresh.querySelectorAll("[data-card]")) {
    if (document.getElementById(card.id)) continue;
    const row = document.getElementById(`cards-${card.dataset.from}`);
    const from = table().querySelector(`[data-card="${card.dataset.card}"]`) || (row && row.lastElementChild);
    found.push({ name: `card-${card.dataset.card}`, from, to: card.id });
  }
  return found;
}

const name = (card, text) => card && (card.style.viewTransitionName = text);

let moving = null;
let last = "";

function show(html) {
  if (html.trim() === last) return; // the answer to a form, then the same from the stream
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("table");
  if (!fresh || Number(fresh.dataset.version) < Number(table().dataset.version)) return;
  last = html.trim();
  document.body.classList.remove("sent");
  const change = () => {
    const focused = document.activeElement;
    const cards = focused.closest("#fan") ? [...document.querySelectorAll("#fan button")].indexOf(focused) : -1;
    merge(table(), fresh);
    after();
    if (!focused.isConnected) refocus(cards);
  };
  if (!document.startViewTransition || calm.matches || document.hidden) return change();
  if (moving) moving.skipTransition();
  const cards = travellers(fresh);
  if (!cards.length) return change();
  for (const card of cards) name(card.from, card.name);
  moving = document.startViewTransition(() => {
    for (const card of cards) name(card.from, "");
    change();
    for (const card of cards) name(document.getElementById(card.to), card.name);
  });
  moving.ready.catch(() => {}); // skipped: the next change has come already
  moving.finished.finally(() => cards.forEach((card) => name(document.getElementById(card.to), "")));
}

// What was focused is gone: on to the neighbour of a card, the main button, or the line that says what is wanted.
function refocus(place) {
  const cards = document.querySelectorAll("#fan button");
  const next = cards[Math.min(place, cards.length - 1)] || document.querySelector(".choices .main, #next, #prompt");
  if (next) next.focus({ preventScroll: true });
}

function after() {
  const line = document.getElementById("copy-line");
  if (line && navigator.clipboard) line.hidden = false;
}

// ---- sending

const random = () =>
  crypto.randomUUID ? crypto.randomUUID() : Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16)).join("-");

async function send(form, button) {
  const data = new FormData(form);
  if (button && button.name) data.set(button.name, button.value);
  data.set("id", random());
  document.body.classList.add("sent");
  const where = button && button.hasAttribute("formaction") ? button.formAction : form.getAttribute("action");
  try {
    const answer = await fetch(where, {
      method: "POST",
      body: new URLSearchParams(data),
      headers: { "X-Stolik": "script" },
    });
    if (answer.redirected) return location.assign(answer.url);
    const text = await answer.text();
    if (text.includes('id="table"')) show(text);
    else if (!answer.ok) notice(document.body.dataset.failed);
    if (answer.ok) notice("");
  } catch {
    notice(document.body.dataset.failed);
  } finally {
    document.body.classList.remove("sent");
  }
}

document.addEventListener("submit", (event) => {
  if (!event.target.closest("#table")) return;
  event.preventDefault();
  if (!document.body.classList.contains("sent")) send(event.target, event.submitter);
});

document.addEventListener("click", async (event) => {
  if (event.target.id !== "copy") return;
  await navigator.clipboard.writeText(document.getElementById("invitation").href);
  event.target.textContent = document.body.dataset.copied;
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.querySelector(":target")) location.hash = "table";
});

// ---- the stream

let stream = null;
let wait = 500;

function listen() {
  const from = table().dataset.stream;
  stream = new EventSource(from);
  stream.addEventListener("table", (event) => {
    wait = 500;
    notice("");
    show(event.data);
  });
  stream.addEventListener("ping", (event) => {
    if (event.data === table().dataset.version) return;
    stream.close(); // something was missed
    listen();
  });
  stream.onopen = () => notice("");
  stream.onerror = () => {
    notice(document.body.dataset.lost);
    if (stream.readyState !== EventSource.CLOSED) return; // it tries again by itself
    setTimeout(listen, wait);
    wait = Math.min(wait * 2, 15000);
  };
}

addEventListener("pagehide", () => stream && stream.close());
addEventListener("pageshow", (event) => event.persisted && listen());
after();
listen();
