import type { Publication } from '@night-routine/database/site'
import { nothingPublished } from '@night-routine/testing/database'
import t from 'tap'
import { accountIn } from '../../src/config.ts'
import { chooseSite, siteSlug } from '../../src/site/find-site.ts'

const site = (id: string, slug = '') => ({ id, slug, host: 'h', created: 0 })
const known = {
  ...nothingPublished,
  site: { id: 'ours', host: 'h', slug: 'nights' },
  mayCreateSite: false,
}

t.test('chooses our site', async t => {
  const slug = 'nights'
  const rows: [string, ReturnType<typeof site>[], Publication, string][] = [
    ['nothing there', [], nothingPublished, 'make'],
    ['others only', [site('x', 'blog'), site('y')], nothingPublished, 'make'],
    ['one of our name', [site('x', 'nights')], nothingPublished, 'use x'],
    ['the one we know', [site('ours', 'nights')], known, 'use ours'],
    ['the one we know, under another name', [site('ours', 'old')], known, 'name ours'],
    ['deleted', [site('x', 'blog')], known, 'gone'],
    ['deleted, and somebody made another of our name', [site('x', 'nights')], known, 'use x'],
    ['deleted, and asked for', [], { ...known, mayCreateSite: true }, 'make'],
    [
      'killed while making',
      [site('x'), site('new')],
      { ...nothingPublished, previousSites: ['x'] },
      'name new',
    ],
    ['killed before making', [site('x')], { ...nothingPublished, previousSites: ['x'] }, 'make'],
    [
      'made, and named by somebody',
      [site('new', 'n')],
      { ...nothingPublished, previousSites: [] },
      'make',
    ],
  ]
  for (const [what, sites, publication, expected] of rows) {
    const choice = chooseSite(sites, { slug, publication })
    const said = 'site' in choice ? `${choice.kind} ${choice.site.id}` : choice.kind
    t.equal(said, expected, what)
  }
})

const guess = (installation: string) =>
  siteSlug(nothingPublished, { wanted: undefined, installation })

t.test('chooses the name of the site', async t => {
  const { site: ours } = known
  const rows: [Parameters<typeof siteSlug>[0], string | undefined, RegExp][] = [
    [{ slug: null, site: null }, undefined, /^[0-9a-f]{32}$/],
    [{ slug: null, site: null }, 'chosen', /^chosen$/],
    [{ slug: null, site: ours }, undefined, /^nights$/],
    [{ slug: null, site: ours }, 'chosen', /^chosen$/],
    [{ slug: 'asked', site: ours }, 'chosen', /^asked$/],
  ]
  for (const [publication, wanted, name] of rows)
    t.match(siteSlug(publication, { wanted, installation: 'one' }), name)
  t.equal(guess('one'), guess('one'), 'a run that was killed finds its site again')
  t.not(guess('one'), guess('two'))
})

t.test('reads where people read the site from the settings', async t => {
  const address = 'https://api.example.org'
  const settings = {
    VAULT_API_URL: address,
    VAULT_EMAIL: 'nights@example.org',
    VAULT_PASSWORD: 'secret',
    VAULT_SITE_HOSTS: [],
    VAULT_ALLOW_PLAIN_HTTP: false,
    VAULT_HEADER_PREFIX: 'pub-',
  }
  const addresses = { main: address, publish: address }
  t.match(accountIn(settings), { addresses, readAt: `${address}/s/` })
  const more = { VAULT_READ_URL: 'https://r.example.org' }
  t.equal(accountIn({ ...settings, ...more })?.readAt, 'https://r.example.org/')
})
