import type { Message } from '../../src/channels/channel.ts'

const origin = 'https://routine.example.org'

/** That nights changed. */
export const changes: Message = {
  id: 'a'.repeat(32),
  kind: 'changes',
  text: {
    title: 'Your nights changed',
    lines: ['Robin gave you Sunday.', 'No one has Monday.'],
  },
  language: 'en',
  url: `${origin}/`,
  ttlSeconds: 60,
  urgency: 'normal',
  turnOffUrl: `${origin}/unsubscribe?token=1`,
}

/** What Alex asks of Robin. */
export const ask: Message = {
  ...changes,
  id: 'b'.repeat(32),
  kind: 'ask',
  text: { title: 'Can you take Thursday?', lines: ['Alex asks: “Choir”'] },
  urgency: 'high',
  answerUrl: `${origin}/asks/link?token=2`,
}

/** The clock of this machine: receivers compare it with theirs. */
export const now = () => Temporal.Now.instant()

/** The networks in which the servers of tests are. */
export const networks = ['127.0.0.0/8']
