/**
 * The parts of an .xlsx file, a ZIP archive. Its declared sizes are checked first, but not trusted: the bytes are
 * counted again while they are inflated, over all parts together.
 */
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { UserError } from '#services/user-error.ts'
import { formatNumber } from '#shared/text/format.ts'

interface ArchiveLimits {
  entries: number
  inflatedBytes: number
}

/** A results list of 100,000 rows has 12 entries and inflates to about 30 MB. */
const ARCHIVE_LIMITS: ArchiveLimits = { entries: 1_000, inflatedBytes: 256_000_000 }

export class Archive {
  private readonly zip: ZipFile
  private readonly limits: ArchiveLimits
  /** Keyed by lower-case name, because part names ignore case. */
  private readonly entries = new Map<string, Entry>()
  private inflatedBytes = 0

  private constructor(zip: ZipFile, limits: ArchiveLimits) {
    this.zip = zip
    this.limits = limits
  }

  /** @throws UserError */
  static async open(bytes: Buffer, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<Archive> {
    return orDamaged(async () => {
      const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
      const archive = new Archive(zip, limits)
      if (zip.entryCount > limits.entries)
        throw new UserError(
          `The workbook has ${formatNumber(zip.entryCount)} parts; the maximum is ${formatNumber(limits.entries)}. Save its sheet as “CSV UTF-8” and import that.`,
        )
      for await (const entry of zip.eachEntry()) archive.entries.set(entry.fileName.toLowerCase(), entry)
      return archive
    })
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase())
  }

  /** The size of a part as declared, for progress only. */
  declaredBytes(name: string): number {
    return this.entries.get(name.toLowerCase())?.uncompressedSize ?? 0
  }

  /** @throws UserError if there is no such part, it is damaged, or the archive inflates to too much */
  async *read(name: string): AsyncGenerator<Buffer, void> {
    const entry = this.entries.get(name.toLowerCase())
    if (!entry) throw damaged(`it has no part ${name}`)
    if (entry.isEncrypted()) throw new UserError(PASSWORD)
    if (this.inflatedBytes + entry.uncompressedSize > this.limits.inflatedBytes) throw this.tooLarge()
    const stream = await orDamaged(() => this.zip.openReadStreamPromise(entry))
    const chunks = stream[Symbol.asyncIterator]()
    try {
      for (;;) {
        const { value, done } = await orDamaged(() => chunks.next())
        if (done) return
        this.inflatedBytes += value.length
        if (this.inflatedBytes > this.limits.inflatedBytes) throw this.tooLarge()
        yield value
      }
    } finally {
      stream.destroy()
    }
  }

  private tooLarge(): UserError {
    return new UserError(
      `The workbook inflates to more than ${formatNumber(this.limits.inflatedBytes / 1_000_000)} MB and is not read: save its sheet as “CSV UTF-8” and import that.`,
    )
  }
}

export const PASSWORD =
  'The workbook is protected by a password: open it in Excel, remove the password, save it, and import it again.'

export const damaged = (detail: string) =>
  new UserError(
    `The workbook cannot be read: ${detail}. Open it in Excel, save it again, or save its sheet as “CSV UTF-8”.`,
  )

async function orDamaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof UserError ? error : damaged(`the file is damaged (${(error as Error).message})`)
  }
}
