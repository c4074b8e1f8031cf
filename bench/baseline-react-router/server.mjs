import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { createRequestListener } from '@react-router/node'
import * as build from './build/server/index.js'

const pages = createRequestListener({ build, mode: 'production' })
const compress = promisify(brotliCompress)
const files = new Map()

const server = createServer(async (request, response) => {
  if (request.url === '/favicon.ico') return response.writeHead(204).end()
  if (!request.url.startsWith('/assets/')) return pages(request, response)
  const file = new URL(`./build/client${request.url}`, import.meta.url)
  const body = files.get(request.url) ?? (await compress(await readFile(file)))
  files.set(request.url, body)
  const type = request.url.endsWith('.js') ? 'text/javascript' : 'text/css'
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Encoding': 'br',
    'Cache-Control': 'public, max-age=31536000, immutable',
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`open at http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
