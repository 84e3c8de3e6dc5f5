/**
 * The policy of every page here: our own style sheet and forms, no script at all.
 *
 * @param formTarget a further origin where a form may lead, also by redirect
 */
export function contentSecurityPolicy({ formTarget }: { formTarget?: string } = {}): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action 'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
