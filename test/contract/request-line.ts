/** A request to a backend in one line: `METHOD /path << body || Header: value || as: role`. Without a method it reads. */
export interface Request {
  method: string
  path: string
  body: string | undefined
  headers: Record<string, string>
  role: string
}

export function requestOf(line: string): Request {
  const [call = '', ...given] = line.split(' || ')
  const [asked = '', body] = call.split(/ << ?/)
  const [, method = 'GET', path = ''] = /^(?:([A-Z]+) )?(\/.*)$/.exec(asked) ?? []
  const { as: role = 'anon', ...headers } = Object.fromEntries(given.map((header) => header.split(/: (.*)/s)))
  return {
    method,
    path,
    body,
    headers,
    role,
  }
}

export const linesOf = (text: string) => text.split('\n').filter(Boolean)
