import type { Installation } from './installation.ts'

interface Target {
  service: string
  health: string
}

interface Rule {
  name: string
  health: string
  lastError?: string
}

/** What the Prometheus of an installation knows. It is published nowhere, so it is asked in its container. */
export interface Prometheus {
  /** What it scrapes, by the name of the service. */
  targets(): Promise<Target[]>
  rules(): Promise<Rule[]>
  /** The names of the alerts that fire. */
  firing(): Promise<Set<string>>
  /** What it logged since then, but for information. */
  complaints(since: Temporal.Instant): Promise<string[]>
}

interface Answers {
  targets: { activeTargets: { labels: { service: string }; health: string }[] }
  rules: { groups: { rules: Rule[] }[] }
  alerts: { alerts: { labels: { alertname: string }; state: string }[] }
}

export function prometheusOf({ compose }: Installation): Prometheus {
  async function ask<Name extends keyof Answers>(name: Name): Promise<Answers[Name]> {
    const address = `http://127.0.0.1:9090/api/v1/${name}`
    const printed = await compose('exec', '-T', 'prometheus', 'wget', '-q', '-O', '-', address)
    return (JSON.parse(printed) as { data: Answers[Name] }).data
  }
  return {
    targets: async () =>
      (await ask('targets')).activeTargets
        .map(({ labels: { service }, health }) => ({ service, health }))
        .toSorted((one, two) => (one.service < two.service ? -1 : 1)),
    rules: async () => (await ask('rules')).groups.flatMap(({ rules }) => rules),
    firing: async () => {
      const { alerts } = await ask('alerts')
      const firing = alerts.filter(({ state }) => state === 'firing')
      return new Set(firing.map(({ labels }) => labels.alertname))
    },
    complaints: async since =>
      (
        await compose(
          'logs',
          '--no-log-prefix',
          '--no-color',
          `--since=${since.toString()}`,
          'prometheus',
        )
      )
        .split('\n')
        .filter(line => /level=(?!info|debug)/i.test(line)),
  }
}
