import t from 'tap'
import { launchChromium } from '../../listening-web.ts'
import { shownHousehold, token } from '../../shown-household.ts'

t.test(
  'a new link, or an invitation, is copied with one press; without script it is there to select',
  async t => {
    const browser = await launchChromium(t)
    const address = await shownHousehold(t)
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      viewport: { width: 390, height: 844 },
    })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', message => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text())
    })
    await page.goto(`${address}/new-link`)
    await page.getByRole('button', { name: 'Copy: Share page' }).click()
    await page.getByText('Copied').first().waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    t.equal(copied, `https://routine.example.com/share/${token}`)
    const qr = await page.getByRole('img', { name: 'QR code of the share page' }).boundingBox()
    t.ok(qr && qr.width >= 160 && qr.width === qr.height, 'large enough for a camera, and a square')
    await page.goto(`${address}/new-invitation`)
    await page.getByRole('button', { name: 'Copy: Link' }).click()
    await page.getByText('Copied').first().waitFor()
    const invitation = await page.evaluate<string>('navigator.clipboard.readText()')
    t.match(invitation, /^https:\/\/routine\.example\.com\/invitations\/[\w-]{43}$/)
    t.same(faults, [], 'nothing is refused by the content security policy')

    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await plain.goto(`${address}/new-link`)
    t.equal(await plain.getByRole('button', { name: /^Copy/ }).count(), 0)
    t.equal(await plain.getByLabel('Share page', { exact: true }).inputValue(), copied)
  },
)
