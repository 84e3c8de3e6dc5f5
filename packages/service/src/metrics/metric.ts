import { Counter, Gauge, type Registry } from 'prom-client'

/** One number of a metric; its labels tell it from the others. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** Something that a service tells about itself when it is asked. */
export interface Metric {
  /** In Prometheus' manner: `night_routine_channel_expiry_seconds`. */
  readonly name: string
  readonly help: string
  /** A counter only grows while the process lives; a gauge does as it likes. */
  readonly type: 'counter' | 'gauge'
  readonly labels?: readonly string[]
  /** What it is now; no sample for what there is not. */
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>
}

/**
 * Adds a metric that is read each time somebody asks. One that cannot be read, because the database
 * is away, is left out of that answer; `onFailure` is told, and the others are there.
 */
export function addMetric(
  registry: Registry,
  { name, help, type, labels = [], read }: Metric,
  onFailure: (error: unknown) => void,
): void {
  const options = { name, help, labelNames: [...labels], registers: [registry] }
  const samples = async () => {
    try {
      return await read()
    } catch (error) {
      onFailure(error)
      return []
    }
  }
  if (type === 'counter') {
    const counter = new Counter({
      ...options,
      collect: async () => {
        const found = await samples()
        forget(counter)
        for (const sample of found) counter.inc({ ...sample.labels }, sample.value)
      },
    })
    return
  }
  const gauge = new Gauge({
    ...options,
    collect: async () => {
      const found = await samples()
      forget(gauge)
      for (const sample of found) gauge.set({ ...sample.labels }, sample.value)
    },
  })
}

// A reset leaves a zero where there are no labels, and there may be nothing to tell.
function forget(metric: Counter | Gauge): void {
  metric.reset()
  metric.remove({})
}
