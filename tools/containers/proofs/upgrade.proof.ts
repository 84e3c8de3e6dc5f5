// An upgrade from the previous version to this one, and back by one version, with the data of a family.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildImages } from '../src/engine/build-images.ts'
import { familyLife } from '../src/family/family-life.ts'
import { familyWithCalendar } from '../src/family/household.ts'
import { findPreviousVersion } from '../src/engine/previous-version.ts'
import { run } from '../src/engine/program.ts'
import { install, proof, session, timed } from '../src/proof/proof.ts'
import type { Session } from '../src/engine/session.ts'
import { pinnedImages } from '../src/engine/stand-ins.ts'
import { waitUntilHealthy } from '../src/family/trouble.ts'

const found = await findPreviousVersion(session.repository)
const skip = 'reason' in found ? found.reason : undefined

proof(
  'an upgrade with data from the previous version, back by one version, and up again',
  async t => {
    if ('reason' in found) throw new Error(found.reason)
    const previous = await checkOut(found.commit)
    const installation = await install(
      { name: 'upgrade', env: { COMPOSE_PROFILES: 'backup' } },
      previous,
    )
    const { setEnv, shell, tryShell } = installation
    const { seconds: built } = await timed(() => buildImages(previous, installation))
    await shell('docker compose up -d')
    await installation.up()
    const home = await familyWithCalendar(installation)
    const life = familyLife(installation, home)

    const change = async (what: string) => {
      const { seconds } = await timed(async () => {
        const { status } = await tryShell('docker compose up -d')
        if (status !== 0)
          throw new Error(
            `${what}: ${await shell('docker compose logs check settings roles migrate')}`,
          )
        await waitUntilHealthy(installation)
      })
      t.equal((await home.visitor.send('/')).status, 200, `${what}: the family is still signed in`)
      await life.book()
      await life.edit()
      await life.agree()
      return `${what} in ${seconds} s`
    }
    const useImages = ({ images: { prefix, tag } }: Session) =>
      setEnv({ IMAGE_PREFIX: prefix, IMAGE_TAG: tag })

    await life.book()
    await life.edit()
    await life.agree()
    await shell('docker compose run --rm backup node dist/main.js backup')
    useImages(session)
    installation.take(session)
    await shell('sh infra/prepare.sh')
    const figures = [await change('up')]
    useImages(previous)
    figures.push(await change('down'))
    useImages(session)
    figures.push(await change('up again'))
    return `from ${found.commit.slice(0, 7)}, built in ${built} s: ${figures.join(', ')}`
  },
  { skip },
)

/** The sources of a commit, and what their images are called. */
async function checkOut(commit: string): Promise<Session> {
  const source = join(session.folder, 'previous')
  mkdirSync(source)
  await run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, source], {
    cwd: session.repository,
  })
  const { source: now, standIns: all } = session
  const pinnedNow = pinnedImages(now)
  const standIns = Object.entries(pinnedImages(source)).flatMap(([name, image]) => {
    const standIn = all[pinnedNow[name] ?? '']
    return standIn === undefined ? [] : [[image, standIn]]
  })
  return {
    ...session,
    source,
    standIns: Object.fromEntries(standIns) as Record<string, string>,
    images: { prefix: `localhost/${session.projectPrefix}`, tag: 'previous', built: true },
  }
}
