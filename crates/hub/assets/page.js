// Signs the page in and shows what is waiting. Text from agents only ever becomes text nodes.
const KEY = 'sayso-key';
const show = (id, visible) => { document.getElementById(id).hidden = !visible; };

async function signIn() {
  const code = new URLSearchParams(location.hash.slice(1)).get('c');
  if (!code) return;
  // The code must not stay in the address bar or the history.
  history.replaceState(null, '', '/');
  const reply = await fetch('/auth/exchange', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  if (reply.ok) localStorage.setItem(KEY, (await reply.json()).key);
}

function connect() {
  const key = localStorage.getItem(KEY);
  if (!key) return signedOut();
  const socket = new WebSocket(`ws://${location.host}/api/v1/events`);
  const rows = new Map();
  socket.onopen = () => socket.send(JSON.stringify({ type: 'auth', key }));
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.type === 'snapshot') rows.clear();
    const changed = message.interactions ?? (message.interaction ? [message.interaction] : []);
    for (const row of changed) rows.set(row.session_id, row);
    draw([...rows.values()].filter((row) => row.status === 'pending'));
  };
  socket.onclose = (event) => {
    if (event.code === 4401 || event.code === 4403) return signedOut();
    setTimeout(connect, 1500);
  };
}

function draw(pending) {
  show('signing-in', false);
  show('inbox', true);
  show('nothing', pending.length === 0);
  show('answer-with', pending.length > 0);
  const items = pending.map((row) => {
    const item = document.createElement('li');
    const facts = document.createElement('small');
    const id = document.createElement('code');
    item.append(row.title);
    facts.append(`${row.asker} · ${row.project} `);
    id.append(row.session_id);
    facts.append(id);
    item.append(facts);
    return item;
  });
  document.getElementById('questions').replaceChildren(...items);
  document.title = pending.length ? `(${pending.length}) sayso` : 'sayso';
}

function signedOut() {
  show('signing-in', false);
  show('inbox', false);
  show('signed-out', true);
}

await signIn();
connect();
