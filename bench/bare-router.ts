// React Router's own server with bare pages (bench/baseline-react-router), to compare with.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'

export const BARE = 'bench/baseline-react-router'

export function buildBare() {
  const built = spawnSync('react-router', ['build', BARE], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
}

export function startBare(environment: Record<string, string> = {}) {
  return startProcess([`${BARE}/server.mjs`], { NODE_ENV: 'production', ...environment })
}

export async function startProcess(args: string[], environment: Record<string, string>) {
  const began = performance.now()
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const address = await new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk) => resolve(/open at (\S+)/.exec(String(chunk))?.[1] ?? ''))
  })
  await (await fetch(address)).text()
  return {
    address,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - began,
    stop: () => child.kill('SIGTERM'),
  }
}
