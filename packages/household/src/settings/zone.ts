/** The zone of the household's clock: UTC until somebody chooses one. */
export function zoneOf({ timeZone }: { timeZone: string | null }): string {
  return timeZone ?? 'UTC'
}
