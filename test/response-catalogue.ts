export type Sent = string | Uint8Array
/** `{key}` is replaced by the public key, `{asset}` by the path of a built file. */
type Kind = [kind: string, sent: Sent, status: number]

export const ask = (line: string, headers: string[] = [], body = '') =>
  `${line} HTTP/1.1\r\n${['Host: plates.test', 'Connection: close', ...headers].join('\r\n')}\r\n${
    body ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : ''
  }\r\n${body}`

const json = 'Content-Type: application/json'
const form = 'Content-Type: application/x-www-form-urlencoded'

export const DOCUMENTS: Kind[] = [
  ['a page', ask('GET /plates'), 200],
  ['a cached page', ask('GET /plates'), 200],
  ['a page without its body', ask('HEAD /about'), 200],
  ['the page of an unknown address', ask('GET /no/such/page'), 404],
  ['the page of an unknown plate', ask('GET /plate/NO%20SUCH'), 404],
  ['a form that fails', ask('POST /contact', [form], 'name='), 400],
]

export const OTHERS: Kind[] = [
  ['a redirect', ask('GET /plates/'), 301],
  ['a redirect of a page', ask('GET /plates/7%20W'), 301],
  ['what the browser fetches to go to a page', ask('GET /plates.data'), 200],
  ['the same, kept', ask('GET /plates.data'), 200],
  ['a built file', ask('GET {asset}'), 200],
  ['where to report a weakness', ask('GET /.well-known/security.txt'), 200],
  ['a feed', ask('GET /feed.xml'), 200],
  ['a file of sales', ask('GET /sales-explorer.csv'), 200],
  ['a static export', ask('GET /data/sales.json'), 200],
  ['whether the process lives', ask('GET /healthz'), 200],
  ['whether it can serve', ask('GET /readyz'), 200],
  ['figures without the token for them', ask('GET /metrics'), 401],
  ['rows', ask('GET /rest/v1/plates?select=id&limit=1', ['apikey: {key}']), 200],
  ['a part of the rows', ask('GET /rest/v1/plates?limit=1', ['apikey: {key}', 'Prefer: count=exact']), 206],
  ['a read without a key', ask('GET /rest/v1/plates'), 401],
  ['a read that cannot be parsed', ask('GET /rest/v1/plates?id=x', ['apikey: {key}']), 400],
  ['a read past the end', ask('GET /rest/v1/plates?limit=-1', ['apikey: {key}']), 416],
  ['an unknown table', ask('GET /rest/v1/nope', ['apikey: {key}']), 404],
  ['a method that the contract has not', ask('PUT /rest/v1/plates', ['apikey: {key}']), 405],
  ['a query that is too long', ask(`GET /rest/v1/plates?id=${'x'.repeat(17_000)}`, ['apikey: {key}']), 414],
  ['an unknown function', ask('POST /functions/v1/nope', [json], '{}'), 404],
  ['a function with another method', ask('GET /functions/v1/send-email'), 405],
  ['a body that is no JSON', ask('POST /functions/v1/send-email', [json], '{'), 400],
  ['another media type', ask('POST /functions/v1/send-email', [form], 'a=b'), 415],
  ['a body that is too long', ask('POST /functions/v1/send-email', [json], 'x'.repeat(70_000)), 413],
  ['a form that is too long', ask('POST /contact', [form], 'x'.repeat(70_000)), 413],
  ['another site’s form', ask('POST /contact', [form, 'Origin: https://evil.example'], 'a=b'), 403],
  ['an address that is not spelt correctly', ask('GET /%zz'), 400],
  ['an address that is too long', ask(`GET /plates?q=${'x'.repeat(17_000)}`), 414],
  ['a method that no page knows', ask('TRACE /'), 405],
  ['another method that no page knows', ask('PROPFIND /plates'), 405],
  ['a tunnel', ask('CONNECT plates.test:443'), 405],
  ['an expectation', ask('GET /', ['Expect: the-unexpected']), 417],
  ['a request to no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a target that is no address', ask('GET *'), 400],
  ['what is no HTTP', 'Hello?\r\n\r\n', 400],
  ['the beginning of TLS', Buffer.from('16030100c8010000c40303', 'hex'), 400],
  ['a header that is none', 'GET / HTTP/1.1\r\nHost: plates.test\r\nno header\r\n\r\n', 400],
  ['two lengths', ask('POST /contact', ['Content-Length: 1', 'Content-Length: 2']), 400],
  ['headers that are too long', ask('GET /', [`X: ${'x'.repeat(40_000)}`]), 431],
  [
    'too many headers',
    ask(
      'GET /',
      Array.from({ length: 4_000 }, (_, index) => `X-${index}: x`),
    ),
    431,
  ],
]

export const PICTURES: Kind[] = [
  ['a share image', ask('GET /share/house.png'), 200],
  ['the icon', ask('GET /icon.svg'), 200],
]

export async function fillPlaceholders(sent: Sent, address: string): Promise<Sent> {
  if (typeof sent !== 'string' || !/\{(key|asset)\}/.test(sent)) return sent
  const page = await (await fetch(`${address}/about`)).text()
  return sent
    .replace('{key}', /data-backend-key="([^"]+)"/.exec(page)?.[1] ?? '')
    .replace('{asset}', /\/assets\/root-[\w-]+\.js/.exec(page)?.[0] ?? '')
}
