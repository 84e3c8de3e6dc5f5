"""Prints what Debian's icalendar or vobject finds in the calendar on standard input, as JSON."""

import json
import sys


def with_icalendar(text):
    import icalendar

    calendar = icalendar.Calendar.from_ical(text)
    return calendar.get, [
        (lambda name, event=event: getattr(event.get(name), 'dt', event.get(name)))
        for event in calendar.walk('vevent')
    ]


def with_vobject(text):
    import vobject

    def reader(part):
        def value(name):
            found = part.contents.get(name.lower())
            return found and found[0].value

        return value

    calendar = vobject.readOne(text)
    return reader(calendar), [reader(event) for event in calendar.contents.get('vevent', [])]


def text_of(value):
    return None if value is None else str(value)


library = {'icalendar': with_icalendar, 'vobject': with_vobject}[sys.argv[1]]
calendar, events = library(sys.stdin.buffer.read().decode())
read = {
    'name': text_of(calendar('NAME')),
    'oldName': text_of(calendar('X-WR-CALNAME')),
    'refresh': text_of(calendar('REFRESH-INTERVAL')),
    'oldRefresh': text_of(calendar('X-PUBLISHED-TTL')),
    'nights': [
        {
            # A date of Python prints as YYYY-MM-DD, and a time with more behind it.
            'start': text_of(event('DTSTART')),
            'end': text_of(event('DTEND')),
            'title': text_of(event('SUMMARY')),
            'text': text_of(event('DESCRIPTION')),
            'transparency': text_of(event('TRANSP')),
            'busy': text_of(event('X-MICROSOFT-CDO-BUSYSTATUS')),
        }
        for event in events
    ],
}
print(json.dumps(read))
