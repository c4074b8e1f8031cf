/** What was made before, under a bounded number of keys: the one asked for longest ago goes first. */
export class Lru<Value> {
  private readonly limit: number
  private readonly kept = new Map<string, Value>()

  constructor(limit: number) {
    this.limit = limit
  }

  get(key: string): Value | undefined {
    const value = this.kept.get(key)
    if (value === undefined) return undefined
    this.kept.delete(key)
    this.kept.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    const oldest = this.kept.size >= this.limit ? this.kept.keys().next().value : undefined
    if (oldest !== undefined) this.kept.delete(oldest)
    this.kept.set(key, value)
  }
}
