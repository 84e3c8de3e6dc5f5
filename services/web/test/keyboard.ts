import type { Page } from 'playwright-core'

/** What has the focus, in short: a night by its date, a field or button by its name. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const { activeElement: at } = document
    const text = at.textContent.replace(/\\s+/g, ' ').trim()
    return at.name || at.localName + ' ' + text.slice(0, 40)
  })()`)
}

/** Presses Tab until something is focused; fails after too many presses. */
export async function tabTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${selector} is not reached by ${key}`)
}

/** A tab stop. */
interface Stop {
  html: string
  /** The width of its focus ring in pixels; 0 without one. */
  ring: number
  isOnScreen: boolean
}

/** Tabs through the whole page. */
export async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate<(Stop & { again: boolean }) | null>(`(() => {
      const { activeElement: at } = document
      window.firstStop ??= at
      // After the last stop comes the page itself, or the first stop.
      if (at === document.body || (window.lastStop && at === window.firstStop)) return null
      const again = window.lastStop === at
      window.lastStop = at
      const { top, bottom, left, right } = at.getBoundingClientRect()
      const { outlineStyle, outlineWidth } = getComputedStyle(at)
      return {
        again,
        html: at.outerHTML.slice(0, 120),
        ring: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth),
        isOnScreen: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
      }
    })()`)
    if (stop === null) return stops
    // A date has several parts, and draws the ring around the last one, its button, itself.
    const { again, ...rest } = stop
    if (!again) stops.push(rest)
  }
  throw new Error('Tab does not come to an end')
}

/** All expected tab stops, in page order. */
export async function operable(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary, [tabindex="0"]')]
    const isShown = each => each.checkVisibility() && !each.disabled && each.tabIndex >= 0
    // Radio buttons of one name are one stop: the chosen one, or the first.
    const isItsStop = each => each.type !== 'radio' ||
      each === (all.find(other => other.name === each.name && other.checked) ?? all.find(other => other.name === each.name))
    return all.filter(each => isShown(each) && isItsStop(each)).map(each => each.outerHTML.slice(0, 120))
  })()`)
}
