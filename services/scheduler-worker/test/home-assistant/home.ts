import { readMessages } from '../../src/home-assistant/read-messages.ts'
import { startAnnouncing } from '../../src/home-assistant/announce.ts'
import { readSettings, saveSettings, type Settings } from '@night-routine/household'
import { transaction } from '@night-routine/database/connection'
import { waitFor } from '@night-routine/servers'
import { startMosquitto } from '@night-routine/servers/mosquitto'
import { createLogger } from '@night-routine/service'
import { fix, now, planAt, seededDatabase } from '@night-routine/testing/household'
import root, { type Test } from 'tap'
import { collectLines } from '../../../../packages/service/test/log-lines.ts'

let running: ReturnType<typeof startMosquitto> | undefined

/** The broker of this process; each household has its own topics. */
async function sharedMosquitto() {
  running ??= startMosquitto().then(mosquitto => {
    root.teardown(() => mosquitto.stop())
    return mosquitto
  })
  return running
}

/** A broker, and a planned household whose workers tell it: Alex has tonight, 20 November, and Robin the next night. */
export async function home(t: Test) {
  const db = await seededDatabase(t)
  await planAt(db, now)
  await fix(db, '2026-11-20', 'a')
  await fix(db, '2026-11-21', 'b')
  const mosquitto = await sharedMosquitto()
  const lines = await mosquitto.listen()
  const { installation } = await readSettings(db)
  const base = `night-routine/${installation}`
  const config = `homeassistant/device/night_routine_${installation.replaceAll('-', '')}/config`
  const clock = { at: now }
  const out = collectLines()
  const logger = createLogger({ name: 'worker', level: 'info', destination: out.destination })

  let reads = 0
  const read = () => {
    reads += 1
    const publicUrl = 'https://nights.example.org'
    return readMessages(db, { prefix: 'homeassistant', publicUrl, now: clock.at })
  }
  /** What the broker last said of this topic; undefined before the first message. */
  const heard = (topic: string) =>
    lines.findLast(line => line.startsWith(`${topic} `))?.slice(topic.length + 1)
  return {
    db,
    mosquitto,
    lines,
    base,
    config,
    clock,
    out,
    /** A worker that looks for changes twenty times a second. */
    worker: (url = mosquitto.url) => {
      const announcing = startAnnouncing({ url, read, logger, everySeconds: 0.05 })
      t.teardown(() => announcing.close())
      return announcing
    },
    heard,
    /** Waits until the workers have looked again, and what they published is among the lines. */
    looked: async () => {
      const [before, marker] = [reads, `${base}-marker`]
      await waitFor('more looks', () => reads >= before + 4)
      await mosquitto.send(marker, String(before))
      await waitFor('the marker', () => heard(marker) === String(before))
    },
    /** The last message of each of our states. */
    state: (name: string) => heard(`${base}/${name}`),
    /** Waits until a state is this text, or has it somewhere. */
    becomes: async (name: string, text: string | RegExp) => {
      await waitFor(`${name}: ${String(text)}`, () => {
        const said = heard(`${base}/${name}`)
        return typeof text === 'string' ? said === text : said !== undefined && text.test(said)
      })
    },
    change: (changed: Partial<Settings>) =>
      transaction(db, async trx => saveSettings(trx, { ...(await readSettings(trx)), ...changed })),
    /** What the worker logged of the broker. */
    logged: () =>
      out
        .lines()
        .flatMap(({ msg, reason }) =>
          typeof msg === 'string' ? [`${msg} ${typeof reason === 'string' ? reason : ''}`] : [],
        ),
  }
}
