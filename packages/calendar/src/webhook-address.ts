import type { OpenCalendarProvider } from './provider.ts'

const path = '/api/webhook/calendar'

/** Where the provider can send notifications; null when it cannot reach us and the calendar is polled. */
export function webhookAddress(
  { PUBLIC_URL, WEBHOOK_URL }: { PUBLIC_URL: string; WEBHOOK_URL?: string },
  { canNotify }: Pick<OpenCalendarProvider, 'canNotify'>,
): string | null {
  const address = new URL(WEBHOOK_URL ?? path, PUBLIC_URL)
  return canNotify(address) ? address.href : null
}
