/** Requests that a page can send to an address without permission; each runs in the attacker's page. */
export interface Tools {
  /** Adds markup and waits until it is there, or was refused. */
  show(html: string): Promise<void>;
  /** Text of whatever could be read. */
  read(text: string): void;
}

/** The vectors, as the text of functions of (base, tools): they run in the page. What succeeds shows in the database or in what was read. */
export const VECTORS: Record<string, string> = {
  fetch: `t.read(await (await fetch(base + '/wp/v2/posts')).text())`,
  'fetch with credentials': `t.read(await (await fetch(base + '/wp/v2/posts', { credentials: 'include' })).text())`,
  XMLHttpRequest: `await new Promise((done) => { const x = new XMLHttpRequest(); x.onloadend = () => (t.read(x.responseText), done()); x.open('GET', base + '/wp/v2/posts'); x.send(); })`,
  JSONP: `window.taken = (value) => t.read(JSON.stringify(value)); await new Promise((done) => { const s = document.createElement('script'); s.onload = s.onerror = done; s.src = base + '/wp/v2/posts?_jsonp=taken'; document.body.append(s); })`,
  'a script': `await t.show('<p>'); await new Promise((done) => { const s = document.createElement('script'); s.onload = s.onerror = done; s.src = base + '/wp/v2/posts'; document.body.append(s); })`,
  'a frame': `await t.show('<iframe src="' + base + '/wp/v2/posts"></iframe>'); try { t.read(document.querySelector('iframe').contentDocument.body.innerText) } catch {}`,
  'an event stream': `await new Promise((done) => { const e = new EventSource(base + '/polydesk/v1/events'); e.onopen = () => (t.read('opened Secret'), done()); e.onerror = () => (e.close(), done()); setTimeout(done, 500); })`,
  'a WebSocket': `await new Promise((done) => { const w = new WebSocket(base.replace('http', 'ws') + '/polydesk/v1/events'); w.onopen = () => (t.read('opened Secret'), done()); w.onerror = () => done(); setTimeout(done, 500); })`,
  'fetch without CORS': `t.read(await (await fetch(base + '/wp/v2/posts?_method=DELETE', { mode: 'no-cors' })).text())`,
  'POST of JSON': `t.read(await (await fetch(base + '/wp/v2/posts', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"hacked"}' })).text())`,
  'POST of JSON as text': `await fetch(base + '/wp/v2/posts', { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: '{"title":"hacked"}' })`,
  'POST of a form by script': `await fetch(base + '/wp/v2/posts', { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ title: 'hacked' }) })`,
  sendBeacon: `navigator.sendBeacon(base + '/wp/v2/posts', new URLSearchParams({ title: 'hacked' })); await new Promise((done) => setTimeout(done, 100))`,
  'a form in a frame': `await t.show('<iframe name="f"></iframe><form method="post" target="f" action="' + base + '/wp/v2/posts"><input name="title" value="hacked"></form>'); document.querySelector('form').submit(); await new Promise((done) => setTimeout(done, 200))`,
  'a form as text': `await t.show('<iframe name="f"></iframe><form method="post" enctype="text/plain" target="f" action="' + base + '/wp/v2/posts"><input name=\\'{"title":"hacked","x":"\\' value=\\'"}\\'></form>'); document.querySelector('form').submit(); await new Promise((done) => setTimeout(done, 200))`,
  PUT: `t.read(await (await fetch(base + '/wp/v2/posts/1', { method: 'PUT', body: '{"title":"hacked"}' })).text())`,
  'an image that deletes': `await t.show('<img src="' + base + '/wp/v2/posts/1?_method=DELETE&force=true">')`,
  DELETE: `t.read(await (await fetch(base + '/wp/v2/posts/1?force=true', { method: 'DELETE' })).text())`,
};

/** The page of the attacker: runs all vectors one after another and keeps what each could read in \`window.seen\`. */
export function attackPage(base: string): string {
  const runs = Object.entries(VECTORS).map(
    ([name, code]) => `await run(${JSON.stringify(name)}, async (t) => { ${code} });`,
  );
  return `<!doctype html><title>attack</title><body><script type="module">
const base = ${JSON.stringify(base)};
const seen = {};
async function run(name, work) {
  document.body.replaceChildren();
  const read = (text) => { seen[name] = (seen[name] ?? '') + text; };
  const show = (html) => new Promise((done) => {
    document.body.innerHTML = html;
    const parts = [...document.body.querySelectorAll('img, iframe[src]')];
    if (parts.length === 0) return done();
    let left = parts.length;
    for (const part of parts) part.onload = part.onerror = () => { if (--left === 0) done(); };
    setTimeout(done, 700);
  });
  try { await Promise.race([work({ read, show }), new Promise((done) => setTimeout(done, 1500))]); } catch {}
}
${runs.join('\n')}
window.parent.postMessage(seen, '*');
window.seen = seen;
</script>`;
}
