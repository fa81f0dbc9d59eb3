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
  const wanted = new Set([...fresh.children].map((each) => each.id).filter(Boolean));
  let next = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    while (next && next.id && !wanted.has(next.id)) next = drop(next);
    let twin = null;
    if (child.id) twin = [...old.children].find((each) => each.id === child.id) || null;
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

const alike = (one, other) => !one.id && one.nodeName === other.nodeName && one.nodeType === other.nodeType;

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

// A card that is known travels by its name; one that comes out of a hidden hand starts from that hand's last back.
function named(root, fresh) {
  const names = new Map();
  for (const card of root.querySelectorAll("[data-card]")) names.set(`card-${card.dataset.card}`, card);
  for (const played of fresh ? fresh.querySelectorAll(".played") : []) {
    const name = `card-${played.dataset.card}`;
    const row = document.getElementById(`cards-${played.dataset.from}`);
    if (!names.has(name) && row && row.lastElementChild) names.set(name, row.lastElementChild);
  }
  return names;
}

function dress(names) {
  for (const [name, card] of names) card.style.viewTransitionName = name;
  return () => names.forEach((card) => card.style.removeProperty("view-transition-name"));
}

let moving = null;

function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("table");
  if (!fresh || Number(fresh.dataset.version) < Number(table().dataset.version)) return;
  document.body.classList.remove("sent");
  const change = () => {
    const focused = document.activeElement && document.activeElement.id;
    merge(table(), fresh);
    after();
    if (focused && !document.getElementById(focused)) refocus();
  };
  if (!document.startViewTransition || calm.matches || document.hidden) return change();
  if (moving) moving.skipTransition();
  const before = dress(named(table(), fresh));
  let undress = () => {};
  moving = document.startViewTransition(() => {
    before();
    change();
    undress = dress(named(table(), null));
  });
  moving.finished.finally(() => undress());
}

// What was focused is gone: the main button if there is one, else the first card that may be played.
function refocus() {
  const next = document.querySelector(".choices .main, #next, .can button, .choices .btn, .fan button");
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
  const where = button && button.hasAttribute("formaction") ? button.formAction : form.action;
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
