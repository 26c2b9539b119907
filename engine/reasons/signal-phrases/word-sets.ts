const MONTHS =
  'january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec'
/** Word sets shared by phrases of several signals, as `@name`. */
export const SETS = {
  month: `${MONTHS}|may`,
  clearmonth: MONTHS,
  weekday: 'monday|tuesday|wednesday|thursday|friday|saturday|sunday',
  by: 'by|before|until|till|from|starting|beginning|effective|on|for|this|next|coming|latest',
  stretch: 'week|month|quarter|year|fortnight|days|weeks|months',
  system:
    'server|servers|system|systems|portal|site|website|service|services|network|application|app|platform|database|line|connection|internet|interface|link|login|terminal|terminals|scanner|scanners|printer|printers|printing|page|module|program|mail|queue|import|export|upload|download|search|job|backup|sync|synchronisation|transfer|update|process|reader|everything|release|clearance',
  use: 'log|login|sign|work|enter|reach|open|access|connect|save|submit|send|print|release|clear|use|register|declare|pay|upload|download|continue|start|call|book|process|issue|lodge|file|proceed|export|import',
  used: 'used|reached|opened|accessed|saved|submitted|sent|printed|released|cleared|processed|paid|loaded|started|completed|delivered|received|issued|booked|uploaded|done|finished|lodged|answered|executed',
  vehicles: 'trucks|lorries|vehicles|ships|vessels|cars|trains|wagons|drivers|carriers',
  group:
    'user|trader|broker|office|declarant|importer|exporter|officer|clerk|colleague|company|carrier|agent|traveller|passenger|operator|employee|forwarder|inspector|customer|citizen|department|team|port|border|station|region|declaration|shipment|consignment',
  groups:
    'users|traders|brokers|offices|gates|declarations|staff|people|persons|trucks|lorries|cases|carriers|containers|customers|declarants|importers|exporters|officers|clerks|colleagues|companies|firms|agents|travellers|travelers|passengers|vessels|ships|parcels|shipments|consignments|licences|permits|operators|employees|forwarders|inspectors|accounts|citizens|drivers|clients|businesses|departments|stations|ports|requests|households|taxpayers|members',
  others: 'other|others|another|strangers|foreign|competitors|everybody|everyone|somebody|someone|any|anyone|all',
}
