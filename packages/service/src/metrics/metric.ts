import { Counter, Gauge, type Registry } from 'prom-client'

/** One value of a metric and its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric that a service reports. */
export interface Metric {
  /** A Prometheus name: `night_routine_channel_expiry_seconds`. */
  readonly name: string
  readonly help: string
  /** A counter only grows during the life of the process; a gauge may fall. */
  readonly type: 'counter' | 'gauge'
  readonly labels?: readonly string[]
  /** The current values; no sample for missing ones. */
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>
}

/**
 * Adds a metric that is read on each scrape. One that cannot be read, for example because the database is
 * down, is skipped and passed to `onFailure`; the other metrics are still served.
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

// After a reset, a metric without labels would report 0 even if it has no value.
function forget(metric: Counter | Gauge): void {
  metric.reset()
  metric.remove({})
}
