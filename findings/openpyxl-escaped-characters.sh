#!/usr/bin/env bash
# openpyxl 3.1.5 (PyPI), exceljs 4.4.0 and xlsx 0.18.5 (npm).
#
# In a text of an XLSX file `_x0041_` stands for the character of that number (ECMA-376, part 1, 22.9.2.19, ST_Xstring); a text that has such letters itself
# is written with `_x005F_` for its first underscore. openpyxl, which writes inline strings, and exceljs, which writes shared ones, write the letters as they
# are. openpyxl reads them as they are, xlsx reads an A of either, and exceljs an A in shared strings alone, so not what itself was given. A reference such as
# INV_x0041_7 that one program exports is another one in the next, without an error.
#
# Needs Python 3 with venv, npm and Node. Exits with 0 while this is so, with 1 when it has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s' '{"private":true,"dependencies":{"exceljs":"4.4.0","xlsx":"0.18.5"}}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts > /dev/null
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check openpyxl==3.1.5

cat > python.py << 'PYTHON'
import sys
from openpyxl import Workbook, load_workbook

if sys.argv[1] == 'write':
    book = Workbook()
    book.active['A1'] = 'INV_x0041_7'
    book.save('openpyxl.xlsx')
else:
    print(*[load_workbook(f'{by}.xlsx').active['A1'].value for by in ('openpyxl', 'exceljs')])
PYTHON
cat > node.cjs << 'NODE'
const ExcelJS = require('exceljs');
const XLSX = require('xlsx');

(async () => {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('1').getCell('A1').value = 'INV_x0041_7';
  await book.xlsx.writeFile('exceljs.xlsx');
  const read = [[], []];
  for (const by of ['openpyxl', 'exceljs']) {
    const written = new ExcelJS.Workbook();
    await written.xlsx.readFile(`${by}.xlsx`);
    read[0].push(written.worksheets[0].getCell('A1').value);
    const { Sheets, SheetNames } = XLSX.readFile(`${by}.xlsx`);
    read[1].push(Sheets[SheetNames[0]].A1.v);
  }
  console.log(read.map((texts) => texts.join(' ')).join('; '));
})();
NODE
python/bin/python python.py write
by_node=$(node node.cjs)
by_python=$(python/bin/python python.py read)
printed="openpyxl reads $by_python; exceljs, xlsx read $by_node"
echo "$printed"
[[ $printed == 'openpyxl reads INV_x0041_7 INV_x0041_7; exceljs, xlsx read INV_x0041_7 INVA7; INVA7 INVA7' ]] || {
  echo 'this has changed' >&2
  exit 1
}
