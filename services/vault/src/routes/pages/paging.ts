import type { Wording } from '@night-routine/wording'

/** The page of a list that a reader asks for, from 1; the last one if there are fewer. */
export function pageOf<Item>(
  all: readonly Item[],
  { page: wanted, size }: { page: number; size: number },
) {
  const pages = Math.max(1, Math.ceil(all.length / size))
  const page = Math.min(wanted, pages)
  return { shown: all.slice((page - 1) * size, page * size), page, pages }
}

/** Where a page is among those of its list, as `pages.hbs` shows it. `address`, of the first page, has a query. */
export function pagesView(
  { page, pages }: { page: number; pages: number },
  address: string,
  wording: Wording,
) {
  const addressOf = (other: number) => (other === 1 ? address : `${address}&page=${other}`)
  return {
    wording,
    /** In words; empty for a list on one page. */
    place: pages === 1 ? '' : wording.say('vault.pageOf', { page, pages }),
    previous: page > 1 ? addressOf(page - 1) : '',
    next: page < pages ? addressOf(page + 1) : '',
  }
}

/** The number of a page in an address; the first if it names none. */
export function pageNumber(text: unknown): number {
  return typeof text === 'string' && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}
