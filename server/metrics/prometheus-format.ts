export interface Sample {
  labels?: Record<string, string | number>
  value: number
  suffix?: '_bucket' | '_sum' | '_count'
}

export interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: Sample[]
}

const familyOf =
  (type: Family['type']) =>
  /** @param value of the metric without labels, or its samples */
  (name: string, help: string, value: number | Sample[]): Family => ({
    type,
    name,
    help,
    samples: typeof value === 'number' ? [{ value }] : value,
  })

export const counter = familyOf('counter')
export const gauge = familyOf('gauge')
export const histogram = familyOf('histogram')

/** One sample for each value of one label. */
export const samplesBy = (label: string, values: Record<string, number>): Sample[] =>
  Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value }))

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function formatFamilies(families: Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(
          ({ labels = {}, value, suffix = '' }) =>
            `${name}${suffix}${formatLabels(labels)} ${formatNumber(value)}`,
        ),
      ].join('\n'),
    )
    .join('\n')
    .concat('\n')
}

function formatLabels(labels: Record<string, string | number>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) =>
      `${name}="${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  )
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function formatNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  if (value === Number.NEGATIVE_INFINITY) return '-Inf'
  return String(value)
}

const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export class Histogram {
  readonly #counts = new Array<number>(BOUNDS.length + 1).fill(0)
  #sum = 0

  observe(seconds: number): void {
    let bucket = 0
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] as number)) bucket += 1
    this.#counts[bucket] = (this.#counts[bucket] as number) + 1
    this.#sum += seconds
  }

  samples(labels: Record<string, string> = {}): Sample[] {
    let total = 0
    const buckets = [...BOUNDS, '+Inf'].map((le, bucket): Sample => {
      total += this.#counts[bucket] as number
      return { suffix: '_bucket', labels: { ...labels, le }, value: total }
    })
    return [
      ...buckets,
      { suffix: '_sum', labels, value: this.#sum },
      { suffix: '_count', labels, value: total },
    ]
  }
}
