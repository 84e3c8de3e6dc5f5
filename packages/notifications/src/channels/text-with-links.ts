import { wordingFor } from '@night-routine/wording'
import type { Message } from './channel.ts'

/** The lines of a message with its links below, for channels without buttons; `stop` turns these messages off. */
export function textWithLinks(
  { kind, language, url, turnOffUrl, answerUrl }: Message,
  lines: readonly string[],
  stop: 'notification.stopEmails' | 'notification.stopMessages',
): string {
  const { say } = wordingFor(language)
  const links =
    turnOffUrl === undefined
      ? kind === 'account'
        ? [say('account.seeHistory', { url })]
        : []
      : [
          ...(answerUrl === undefined ? [] : [say('notification.answerAsk', { url: answerUrl })]),
          say('notification.seePlan', { url }),
          say(stop, { url: turnOffUrl }),
        ]
  const gap = lines.length > 0 && links.length > 0 ? [''] : []
  return [...lines, ...gap, ...links].join('\n')
}
