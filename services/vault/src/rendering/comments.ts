/** A run of backticks, a fence or the marks around a comment: all that decides where a comment is. */
const mark = /%%|`+|^[ >]*(`{3,}|~{3,})/gm

/**
 * Removes `%%comments%%`, also across paragraphs; one without an end goes on to the end of the note, so that nothing
 * private is printed. In code the marks are text. Linear in the length of the note.
 */
export function withoutComments(note: string): string {
  if (!note.includes('%%')) return note
  const closers = closingRuns(note)
  let kept = ''
  let from = 0
  mark.lastIndex = 0
  for (let found = mark.exec(note); found; found = mark.exec(note)) {
    const [all, fence] = found
    const end = mark.lastIndex
    if (all === '%%') {
      kept += note.slice(from, found.index)
      const close = note.indexOf('%%', end)
      from = close === -1 ? note.length : close + 2
      mark.lastIndex = from
    } else if (fence === undefined) mark.lastIndex = closers.after(all.length, end) ?? end
    else mark.lastIndex = endOfFence(note, end, fence)
    if (mark.lastIndex >= note.length) break
  }
  return kept + note.slice(from)
}

/** Where code that opened with a run of backticks ends: at the next run of the same length in its paragraph. */
function closingRuns(note: string) {
  const runs = new Map<number, { starts: number[]; next: number }>()
  for (const { 0: run, index } of note.matchAll(/`+/g)) {
    const known = runs.get(run.length) ?? { starts: [], next: 0 }
    known.starts.push(index)
    runs.set(run.length, known)
  }
  return {
    after(length: number, from: number): number | undefined {
      const known = runs.get(length)
      if (known === undefined) return undefined
      while ((known.starts[known.next] ?? from) < from) known.next += 1
      const start = known.starts[known.next]
      if (start === undefined || /\n[ \t]*\n/.test(note.slice(from, start))) return undefined
      return start + length
    },
  }
}

function endOfFence(note: string, from: number, fence: string): number {
  const close = new RegExp(`^[ >]*${fence[0]}{${fence.length},}[ \\t]*$`, 'gm')
  close.lastIndex = from
  return close.exec(note) ? close.lastIndex : note.length
}
