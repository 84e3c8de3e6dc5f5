/**
 * The one form in which addresses of accounts are stored and compared: without surrounding spaces, and with
 * the letters A to Z in lower case. No other letter is folded: `toLowerCase` turns the Kelvin sign (U+212A)
 * into a k and Unicode's normal forms do, too, so that somebody else's mailbox would pass for one on the list.
 */
export function foldEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]+/g, letters => letters.toLowerCase())
}
