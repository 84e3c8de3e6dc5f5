/** As much of a text as `fits`, with an ellipsis. Every beginning of a text that fits has to fit, too. */
export function fitting(text: string, fits: (text: string) => boolean): string {
  const whole = text.toWellFormed()
  if (fits(whole)) return whole
  const characters = Array.from(whole)
  const cutAt = (length: number) => `${characters.slice(0, length).join('').trimEnd()}…`
  let [fit, tooLong] = [0, characters.length]
  while (tooLong - fit > 1) {
    const middle = Math.floor((fit + tooLong) / 2)
    if (fits(cutAt(middle))) fit = middle
    else tooLong = middle
  }
  return cutAt(fit)
}
