// npm run hosted [-- --sales 100000 --plates 10000 --port 3000]
// A trial of several servers on this machine, over data that are removed at the end.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startHosted } from '#bench/start-hosted.ts'

const { values } = parseArgs({
  options: {
    sales: { type: 'string' },
    plates: { type: 'string' },
    port: { type: 'string', default: '3000' },
  },
})
const optional = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const { folder, environment, sitePorts, postgres, sites, nginx } = await startHosted({
  port: Number(values.port),
  sales: optional(values.sales),
  plates: optional(values.plates),
})
const settings = join(folder, 'settings.env')
const lines = Object.entries({ ...environment, DATA_DIR: join(folder, 'office') }).map((line) =>
  line.join('='),
)
writeFileSync(settings, lines.join('\n'), { mode: 0o600 })
const logs = [...sites, ...(nginx ? [nginx] : [])].map(({ log }) => log)

console.log(`
The balancer  ${environment.SITE_URL}   (${nginx ? 'nginx with deploy/nginx.conf' : 'a proxy of this script, since nginx is not installed'})
The sites     http://localhost:${sitePorts[0]} and http://localhost:${sitePorts[1]}
The contract  ${environment.SITE_URL}/rest/v1
PostgreSQL    psql -h ${postgres.socketFolder} -U postgres plateworthy   (${postgres.versions})
The keys      ${settings}
The commands  node --env-file=${settings} office.mjs doctor
The logs      ${logs.join(' ')}
The desk      ${readFileSync(logs[0] as string, 'utf8').match(/http:\S+\/desk\/join\S+/)?.[0]}

The balancer asks the same site for all requests of an address; curl --interface 127.0.0.2 has another one.
Ctrl+C stops everything and removes the data.`)
