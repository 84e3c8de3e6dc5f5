import type { PageView } from './templates.ts'

/** A page that belongs to no site. */
export function plainPage(title: string, content: string): PageView {
  const bare = { siteName: '', home: '', notes: [], theme: '', noindex: true }
  return { title, heading: title, content, ...bare }
}
