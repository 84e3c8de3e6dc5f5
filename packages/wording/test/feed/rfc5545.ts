import ICAL from 'ical.js'

const newline = '\r\n'

/** What is wrong with the lines of an iCalendar file (RFC 5545 3.1, 3.4, 3.6, 8.8); empty: nothing. */
export function faultsOf(file: string): string[] {
  const lines = file.split(newline)
  const faults = lines.flatMap(line => [
    ...(Buffer.byteLength(line) > 75 ? [`longer than 75 octets: ${line}`] : []),
    ...(/(?!\t)\p{Cc}/u.test(line) ? [`a control character: ${line}`] : []),
    ...(line.isWellFormed() ? [] : [`half a character: ${line}`]),
  ])
  const logical = unfolded(file)
  const first = logical[0]
  const last = logical.at(-1)
  if (first !== 'BEGIN:VCALENDAR' || last !== 'END:VCALENDAR') faults.push('no calendar')
  for (const line of logical)
    if (!/^[A-Z-]+(;[A-Z-]+=[^:;]+)*:/.test(line)) faults.push(`not a property: ${line}`)
  for (const event of eventsIn(logical)) faults.push(...faultsOfEvent(event))
  return faults
}

/** The properties of a file, one per entry. */
function unfolded(file: string) {
  return file
    .replaceAll(/\r\n[ \t]/g, '')
    .replace(/\r\n$/, '')
    .split(newline)
}

function eventsIn(lines: readonly string[]) {
  const events: string[][] = []
  for (const line of lines)
    if (line === 'BEGIN:VEVENT') events.push([])
    else events.at(-1)?.push(line)
  return events
}

const once = [
  'UID',
  'DTSTAMP',
  'DTSTART',
  'DTEND',
  'SUMMARY',
  'SEQUENCE',
  'LAST-MODIFIED',
  'TRANSP',
]

function faultsOfEvent(lines: readonly string[]) {
  const names = lines.map(line => /^[A-Z-]+/.exec(line)?.[0])
  return once
    .filter(name => names.filter(other => other === name).length !== 1)
    .map(name => `${name} is not there once`)
}

/** The events as a calendar program reads them. */
export function readEvents(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  return calendar.getAllSubcomponents('vevent').map(component => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      allDay: event.startDate.isDate,
      start: event.startDate.toString(),
      end: event.endDate.toString(),
      summary: event.summary,
      description: event.description,
      sequence: event.sequence,
      stamp: component.getFirstPropertyValue('dtstamp')?.toString(),
      modified: component.getFirstPropertyValue('last-modified')?.toString(),
      transparent: component.getFirstPropertyValue('transp')?.toString(),
    }
  })
}
