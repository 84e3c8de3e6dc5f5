import type { Message } from '../../../src/channels/channel.ts'

const origin = 'https://nights.example.org'

/** A message about an ask, which has every link. */
export const asked: Message = {
  id: 'abc',
  kind: 'ask',
  text: { title: 'Zoë asks: “tonight”? 🌙', lines: ['Zoë asks: “tonight”? 🌙', '<b> & more'] },
  language: 'en',
  url: `${origin}/`,
  ttlSeconds: 60,
  urgency: 'high',
  turnOffUrl: `${origin}/unsubscribe?token=1`,
  answerUrl: `${origin}/asks/link?token=2`,
}

/** Its text below the title. */
export const askedBody = [
  '<b> & more',
  '',
  `Answer: ${origin}/asks/link?token=2`,
  `See the plan: ${origin}/`,
  `Stop these messages: ${origin}/unsubscribe?token=1`,
].join('\n')
