/** What has been read of the data, for as long as they stay as they are: the next page need not ask again. */
export class ReadMemory {
  readonly #versionNow: () => string | null
  readonly #reads = new Map<string, Promise<unknown>>()
  #version: string | null = null

  /** @param version of the data at this moment; null where it cannot be told, and everything is read */
  constructor(version: () => string | null) {
    this.#versionNow = version
  }

  /** @param name says all that the read depends on, but for the data */
  get<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    const version = this.#versionNow()
    if (version === null) return read()
    if (version !== this.#version) this.#reads.clear()
    this.#version = version
    const known = this.#reads.get(name)
    if (known) return known as Promise<Value>
    const reading = read()
    this.#reads.set(name, reading)
    reading.catch(() => {
      if (this.#reads.get(name) === reading) this.#reads.delete(name)
    })
    return reading
  }
}
