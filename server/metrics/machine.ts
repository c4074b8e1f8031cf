/** What of the machine makes a site fail days later: its disk, its backups and its certificate. */
import { readdir, statfs } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { Env } from '#env.ts'
import type { Log } from '#services/log.ts'
import { type Family, gauge } from './prometheus-format.ts'

const CERTIFICATE_FOR_MS = 3_600_000
const CONNECT_TIMEOUT_MS = 10_000

/** @returns a function that reads the metrics; the certificate is asked for in the background, and known from the next read on */
export function observeMachine({ DATA_DIR, BACKUP_DIR, SITE_URL }: Env, log: Log): () => Promise<Family[]> {
  let expiresAt: Date | undefined
  let certificateDueAt = Number.NEGATIVE_INFINITY

  async function followCertificate(): Promise<void> {
    if (!SITE_URL.startsWith('https:') || performance.now() < certificateDueAt) return
    certificateDueAt = performance.now() + CERTIFICATE_FOR_MS
    try {
      expiresAt = await readCertificateExpiry(SITE_URL)
    } catch (error) {
      expiresAt = undefined
      log.error('The certificate of SITE_URL cannot be read', error)
    }
  }

  return async () => {
    void followCertificate()
    const [disk, backupAt] = await Promise.all([statfs(DATA_DIR), BACKUP_DIR && readNewestBackup(BACKUP_DIR)])
    return [
      gauge('plateworthy_disk_size_bytes', 'Size of the disk of DATA_DIR.', disk.blocks * disk.bsize),
      gauge(
        'plateworthy_disk_free_bytes',
        'Bytes that the site can still write there.',
        disk.bavail * disk.bsize,
      ),
      gauge(
        'plateworthy_newest_backup_timestamp_seconds',
        'Time of the newest backup in BACKUP_DIR, by its name; 0 if there is none.',
        backupAt instanceof Date ? backupAt.getTime() / 1000 : [],
      ),
      gauge(
        'plateworthy_certificate_expiry_timestamp_seconds',
        'When the certificate that visitors of SITE_URL are shown expires.',
        expiresAt ? expiresAt.getTime() / 1000 : [],
      ),
    ]
  }
}

/** By the names that `backup` and deploy/backup-postgresql.sh give, since copying a file may change its own time. */
const BACKUP = /^plateworthy-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(?:db|dump)$/

/** @returns 1970 for a folder that has none or cannot be read */
export async function readNewestBackup(folder: string): Promise<Date> {
  const names = await readdir(folder).catch((): string[] => [])
  const times = names.flatMap((name) => {
    const [, day, hour, minute, second] = BACKUP.exec(name) ?? []
    return day ? [Date.parse(`${day}T${hour}:${minute}:${second}Z`)] : []
  })
  return new Date(Math.max(0, ...times))
}

/** Reads the date of any certificate, also of one that a browser would refuse. */
export function readCertificateExpiry(siteUrl: string): Promise<Date> {
  const { hostname, port } = new URL(siteUrl)
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
      timeout: CONNECT_TIMEOUT_MS,
    })
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error(`${hostname} did not answer in time`)))
    socket.once('error', reject)
  })
}
