/** Phrases for a near date or a deadline, in the language of `PhraseBook`. */
export const DATE = `
- no . deadline
- wait|waits until|till|after ?the ?next holidays|summer|weekend|christmas
- deadline|due column|columns|field|fields|filter|date|dates
- last @weekday
- since . @month|@weekday
# ?of @clearmonth
# ?of may !be|not|have|also
@month #
by|before|until|till|from|as|on ?of ?the ?very ‹date›
‹date›
by|before|until|till|from|starting|mid ?mid ?early ?late @clearmonth
@by @weekday
@by tomorrow|tonight|midnight|noon|today
tomorrow|tonight|midnight
by|before|until|till|at|from|to|towards ?the ?very end of
by|before|until|till|at ?the year|month|quarter|week|years|months end
by|before|until|till|in|from q1|q2|q3|q4
no|not later than
at ?the ?very latest
latest on|by
deadline|deadlines|cutoff
due in|on|by|at|tomorrow|today|next|this
ready|needed|need|done|finished|due|required|expected|wanted|live|complete|still .. this|next @stretch
next week|month|quarter|year
due|needed|ready|expected|starts|start|begins|opens|left in|within # days|weeks|months|hours
only # days|weeks|months left
takes|take|took|taking effect
comes|come|coming|enters|enter|entering|entered into force|effect
in force
goes|go|going live
golive
by|before|until|till|after ?the ?next summer|christmas|holidays|holiday|ramadan|easter|season|audit|inspection|visit|weekend
expires|expire|expiring|lapses|ends on|next|soon|tomorrow|this
`
