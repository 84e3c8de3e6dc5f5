// Adds up the totals that tap writes at the end of a run: `# { total: 5, pass: 4, fail: 1 }`.

/** @param {string} output a whole TAP document */
export function tapTotals(output) {
  const counts = { pass: 0, fail: 0, skip: 0, todo: 0 }
  for (const [, totals] of output.matchAll(/^# \{ (.*) \}$/gm)) {
    for (const [, key, value] of totals.matchAll(/(\w+): (\d+)/g)) {
      if (key in counts) counts[key] += Number(value)
    }
  }
  return counts
}
