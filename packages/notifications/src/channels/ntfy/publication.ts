import { wordingFor } from '@night-routine/wording'
import type { Message } from '../channel.ts'
import { fitting } from '../fitting.ts'

/** A message of 4,096 bytes or more becomes an attachment, and 8,192 bytes of JSON are refused with 413. */
const most = { title: 250, message: 4095, json: 8192 }

/** A message for a topic (docs.ntfy.sh/publish, "Publish as JSON"). What is too long ends with an ellipsis. */
export function publicationOf(message: Message, topic: string) {
  const { id, text, url, urgency } = message
  const title = fitting(text.title, short => Buffer.byteLength(short) <= most.title)
  const lines = text.lines.filter(line => line !== text.title).join('\n')
  const isTitleEnough = lines.trim() === ''
  const rest = {
    topic,
    ...(!isTitleEnough && { title }),
    // Apps show one message of these, the last (ntfy 2.16). Older servers ignore it.
    sequence_id: id,
    priority: urgency === 'high' ? 4 : 3,
    tags: ['crescent_moon'],
    click: url,
    actions: buttonsOf(message),
  }
  const fits = (short: string) =>
    Buffer.byteLength(short) <= most.message &&
    Buffer.byteLength(JSON.stringify({ ...rest, message: short })) <= most.json
  return { ...rest, message: fitting(isTitleEnough ? text.title : lines, fits) }
}

/** The answers to an ask, else what turns ntfy off: the buttons that push messages have. */
function buttonsOf({ language, answerUrl, turnOffUrl }: Message) {
  const { say } = wordingFor(language)
  // The message goes once the request of the button succeeded.
  const press = { action: 'http', method: 'POST', clear: true } as const
  if (answerUrl !== undefined) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = { ...press, url: answerUrl, headers }
    return [
      { ...answer, label: say('notification.takeIt'), body: 'answer=accept' },
      { ...answer, label: say('notification.cannot'), body: 'answer=decline' },
    ]
  }
  if (turnOffUrl === undefined) return []
  return [{ ...press, label: say('notification.turnOff'), url: turnOffUrl }]
}
