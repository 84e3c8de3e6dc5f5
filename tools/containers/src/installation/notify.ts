import type { Control } from '@night-routine/google-emulator'

/** What a genuine notification of the calendar says now. */
export async function notificationHeaders(control: Control): Promise<[string, string][]> {
  const channel = (await control.channels()).find(({ stopped }) => !stopped)
  if (channel === undefined) throw new Error('no channel is open')
  return Object.entries(channel.headers).filter(([name]) => /^x-goog-/i.test(name))
}
