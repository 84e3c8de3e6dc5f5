/** SOGo folds a line after 75 UTF-16 units, and then after each 74. */
const [firstFold, nextFold] = [75, 74]

/**
 * The text of a property, moved by spaces in front where SOGo would fold its line inside an emoji: it then gives back
 * `(null)` in place of the event.
 */
export function besideFolds(name: string, text: string): string {
  const escaped = text.replaceAll(/[\\;,\n]/g, String.raw`\$&`)
  for (let spaces = 0; spaces < nextFold; spaces += 1)
    if (!isSplit(`${name}:${' '.repeat(spaces)}${escaped}`)) return ' '.repeat(spaces) + text
  return text
}

function isSplit(line: string): boolean {
  for (let fold = firstFold; fold < line.length; fold += nextFold)
    if (/[\ud800-\udbff]/.test(line.charAt(fold - 1))) return true
  return false
}
