import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Where Debian has it. */
export const NGINX_PATH = `${process.env.PATH}:/usr/sbin`

export const isNginxInstalled = (): boolean =>
  spawnSync('nginx', ['-v'], { env: { PATH: NGINX_PATH } }).status === 0

/** deploy/nginx.conf for this machine, as a whole configuration, whose logs and temporary files are in `folder`. */
export function nginxConfig(folder: string, port: number, sitePorts: readonly number[]): string {
  const ours = readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/10\.0\.0\.1(\d):3000/g, (_, n) => `127.0.0.1:${sitePorts[n - 1]}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('www.example.co.uk', 'localhost')
    .replace('/var/log/nginx/plateworthy.log', `${folder}/nginx.log`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  // One process alone, so that none is left when it is killed.
  const head = `daemon off; master_process off; pid ${folder}/nginx.pid;`
  const http = `http { ${temporary}\n${ours} }`
  return `${head} events { worker_connections 1024; }\n${http}`
}
