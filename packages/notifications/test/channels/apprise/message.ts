import type { Message } from '../../../src/channels/channel.ts'
import { ask } from '../messages.ts'

/** A message about an ask, which has every link, in letters that a careless reader would change. */
export const asked: Message = {
  ...ask,
  text: { title: 'Zoë asks: “tonight”? 🌙', lines: ['Zoë asks: “tonight”? 🌙', '<b> & more'] },
}

/** Its text below the title. */
export const askedBody = [
  '<b> & more',
  '',
  'Answer: https://routine.example.org/asks/link?token=2',
  'See the plan: https://routine.example.org/',
  'Stop these messages: https://routine.example.org/unsubscribe?token=1',
].join('\n')
