/**
 * A text, or as much of its beginning as fits, with an ellipsis. It is cut between characters, and what UTF-8 cannot hold
 * becomes U+FFFD.
 * @param fits whether a text is short enough; if it is, so is every beginning of it
 */
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
