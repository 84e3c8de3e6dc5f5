import { globSync, readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import t from 'tap'
import { parse } from 'yaml'

interface Alert {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

interface Panel {
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets: { expr: string }[]
}

const { groups } = parse(readFileSync('infra/observability/alerts/night-routine.yml', 'utf8')) as {
  groups: { rules: Alert[] }[]
}
const alerts = groups.flatMap(({ rules }) => rules)
const dashboard: { panels: Panel[] } = JSON.parse(
  readFileSync('infra/observability/grafana/dashboards/night-routine.json', 'utf8'),
)

/** Our metrics as the sources name them, and those of every Node process that are used. */
const known = new Set([
  ...globSync('{packages,services}/*/src/**/*.ts').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/name: '(night_routine_\w+)'/g)].map(
      ([, name = '']) => name,
    ),
  ),
  'up',
  'nodejs_eventloop_lag_p99_seconds',
  'process_resident_memory_bytes',
  'process_cpu_seconds_total',
])

/** What is wrong with a question to Prometheus; empty when nothing is. */
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

t.test('the check finds what is wrong', async t => {
  t.strictSame(faults('sum(rate(night_routine_http_answers_total[5m])) > 1'), [])
  t.strictSame(faults('sum(rate(night_routine_nothing_total[5m]))'), [
    'no service has night_routine_nothing_total',
  ])
  t.not(faults('sum(rate(up[5m])').length, 0)
})

t.test('each alert asks for what there is, and the runbook says what to do', async t => {
  const runbook = readFileSync('docs/runbook.md', 'utf8')
  t.ok(alerts.length > 10)
  for (const { alert, expr, labels, annotations } of alerts) {
    t.strictSame(faults(expr), [], alert)
    t.match(labels.severity, /^(?:page|notice)$/, alert)
    t.match(annotations.summary, /\.$/, alert)
    t.equal(annotations.runbook, `docs/runbook.md#${alert.toLowerCase()}`)
    t.match(runbook, `\n### ${alert}\n`)
  }
  const told = [...runbook.matchAll(/^### ([A-Z]\w+)$/gm)].map(([, name]) => name)
  t.strictSame(
    told,
    alerts.map(({ alert }) => alert),
    'and of no other',
  )
})

t.test('each panel asks for what there is, and none lies on another', async t => {
  const taken = new Set<string>()
  for (const { title, targets, gridPos } of dashboard.panels) {
    for (const { expr } of targets) t.strictSame(faults(expr), [], title)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        t.ok(x < 24 && !taken.has(`${x} ${y}`), title)
        taken.add(`${x} ${y}`)
      }
  }
})

t.test('each of our metrics is on the dashboard', async t => {
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join()
  for (const name of known) if (name.startsWith('night_')) t.match(shown, name)
})
