import { globSync, readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import t from 'tap'
import { parse } from 'yaml'

interface Alert {
  alert: string
  expr: string
  annotations: { runbook: string }
}

const folder = 'infra/observability'
const { groups } = parse(readFileSync(`${folder}/alerts/night-routine.yml`, 'utf8')) as {
  groups: { rules: Alert[] }[]
}
const { panels } = JSON.parse(
  readFileSync(`${folder}/grafana/dashboards/night-routine.json`, 'utf8'),
) as { panels: { title: string; targets: { expr: string }[] }[] }

const sources = globSync('{packages,services}/*/src/**/*.ts').map(file =>
  readFileSync(file, 'utf8'),
)
const ours = [...sources.join('\n').matchAll(/name: '(night_routine_\w+)'/g)].map(
  ([, name = '']) => name,
)
const ofNode = ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']
const known = new Set([...ours, ...ofNode, 'process_cpu_seconds_total', 'up'])

/** What is wrong with a query. */
function faults(expr: string): string[] {
  const found: string[] = []
  parser.parse(expr).iterate({
    enter: ({ type, from, to }) => {
      const text = expr.slice(from, to)
      if (type.isError) found.push(`not PromQL at ${from}`)
      const isMetric = type.name === 'Identifier' && /^(?:up|[a-z]+_\w+)$/.test(text)
      if (isMetric && !known.has(text)) found.push(`no service has ${text}`)
    },
  })
  return found
}

t.test('alerts and panels use metrics that exist', async t => {
  t.strictSame(faults('sum(rate(night_routine_nothing_total[5m]))').length, 1, 'faults are found')
  t.not(faults('sum(rate(up[5m])').length, 0)
  for (const { alert, expr } of groups.flatMap(({ rules }) => rules))
    t.strictSame(faults(expr), [], alert)
  for (const { title, targets } of panels)
    for (const { expr } of targets) t.strictSame(faults(expr), [], title)
})

t.test('the dashboard shows each of our metrics', async t => {
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join()
  for (const name of ours) t.match(shown, name)
})

t.test('each alert has a section in the runbook', async t => {
  const runbook = readFileSync('docs/runbook.md', 'utf8')
  for (const { alert, annotations } of groups.flatMap(({ rules }) => rules)) {
    t.equal(annotations.runbook, `docs/runbook.md#${alert.toLowerCase()}`)
    t.match(runbook, `\n### ${alert}\n`)
  }
})
