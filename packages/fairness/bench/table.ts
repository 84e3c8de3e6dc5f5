/** A figure: ours, the greedy rule's, and the limit for ours. */
export interface Figure {
  name: string
  greedy: number | null
  ours: number
  /** null: no limit, shown for comparison */
  bar: number | null
  digits: number
}

export const reached = ({ ours, bar }: Figure) => bar === null || ours <= bar

/** The figures as a Markdown table, with a mark for each. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(figure => [
    figure.name,
    figure.greedy?.toFixed(figure.digits) ?? '',
    figure.ours.toFixed(figure.digits),
    figure.bar === null ? '' : `<= ${figure.bar}`,
    figure.bar === null ? '' : reached(figure) ? '✓' : '✗ missed',
  ])
  return markdown(['Figure', 'Greedy', 'Ours', 'Bar', ''], rows)
}

/** A figure of a year, planned in three ways. */
interface ThreeWays {
  greedy: number
  ours: number
  /** The cheapest year that knew every decision on its first night. */
  hindsight: number
}

/** How families with one agreement fared; balances in nights of weight 1. */
export interface SplitFigures {
  name: string
  meanBalance: ThreeWays
  worstBalance: ThreeWays
  longestTurns: ThreeWays
  /** Percent of `a` in the four weeks after an agreement changed. */
  shareAfterChange: ThreeWays
}

const three = ({ greedy, ours, hindsight }: ThreeWays) =>
  [greedy, ours, hindsight].map(value => value.toFixed(2)).join(' / ')

const ratio = ({ ours, hindsight }: ThreeWays) => (ours / hindsight).toFixed(3)

const splitHeadings = [
  'Agreement',
  'Mean balance',
  'Times',
  'Worst balance',
  'Times',
  'Longest streak',
]

function splitRow({ name, meanBalance, worstBalance, longestTurns }: SplitFigures): string[] {
  return [
    name,
    three(meanBalance),
    ratio(meanBalance),
    three(worstBalance),
    ratio(worstBalance),
    three(longestTurns),
  ]
}

/** Each agreement in a row: the figures of the three ways, and ours in times of hindsight's. */
export function splitsTable(splits: readonly SplitFigures[]): string {
  return markdown(splitHeadings, splits.map(splitRow))
}

/** The same for agreements that may change, and what `a` does in the four weeks after. */
export function changesTable(splits: readonly SplitFigures[]): string {
  return markdown(
    [...splitHeadings, 'Percent of a, four weeks after'],
    splits.map(split => [...splitRow(split), three(split.shareAfterChange)]),
  )
}

function markdown(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = headings.map((_, column) => (column === 0 ? '---' : '--:'))
  const lines = [headings, rule, ...rows]
  const widths = headings.map((_, column) =>
    Math.max(...lines.map(line => line[column]?.length ?? 0)),
  )
  return lines
    .map(line => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n')
}
