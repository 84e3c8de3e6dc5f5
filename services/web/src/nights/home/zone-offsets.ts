/**
 * The offsets of a zone in January and July 2030, as `Date.getTimezoneOffset` returns them: minutes from the zone's
 * clock to UTC. Where a browser's differ, its clock is another one.
 */
export function zoneOffsets(timeZone: string): string {
  const offsets = [1, 7].map(month => {
    const start = Temporal.PlainDate.from({ year: 2030, month, day: 1 })
    return Math.trunc(-start.toZonedDateTime(timeZone).offsetNanoseconds / 60_000_000_000)
  })
  return offsets.join()
}
