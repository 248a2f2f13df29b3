# SPDX-License-Identifier: Apache-2.0
"""Compares a table of code values (lines "format,code,value") with numpy's and ml_dtypes' view of the same bytes.

Exit status: 0 all agree, 1 some differ or the table is incomplete, 77 numpy or ml_dtypes is not installed.
"""
import sys

try:
    import ml_dtypes
    import numpy as np
except ImportError as missing:
    print(f"numpy and ml_dtypes not compared: {missing}; install both for {sys.executable}, "
          "or name another Python in HALLMARK_PYTHON")
    sys.exit(77)

# Format: bits a code uses. Each format must come with every code.
WIDTHS = {
    "float16": 16, "bfloat16": 16,
    "float8_e5m2": 8, "float8_e4m3fn": 8, "float8_e4m3fnuz": 8, "float8_e5m2fnuz": 8, "float8_e8m0fnu": 8,
    "float6_e2m3fn": 6, "float6_e3m2fn": 6, "float4_e2m1fn": 4,
    "int8": 8, "uint8": 8, "int16": 16, "uint16": 16,
}


def same(mine, theirs):
    """Whether two float64 are the same number: -0 differs from +0, any NaN is NaN."""
    if np.isnan(mine) or np.isnan(theirs):
        return np.isnan(mine) and np.isnan(theirs)
    return mine == theirs and np.signbit(mine) == np.signbit(theirs)


def differences(name, mine):
    """Lines about what ml_dtypes or numpy sees differently in codes 0, 1, ... of a format."""
    width = WIDTHS[name]
    if sorted(mine) != list(range(1 << width)):
        yield f"{name}: the table has {len(mine)} codes, not all {1 << width}"
        return
    if hasattr(ml_dtypes, name):
        kind = np.dtype(getattr(ml_dtypes, name))
    elif hasattr(np, name):
        kind = np.dtype(getattr(np, name))
    else:
        yield f"{name}: ml_dtypes {ml_dtypes.__version__} has no such type; install a newer one"
        return
    codes = np.arange(1 << width, dtype=np.uint16 if width == 16 else np.uint8)
    with np.errstate(invalid="ignore"):  # signalling NaNs raise a warning
        theirs = codes.view(kind).astype(np.float64)
    for code, their in enumerate(theirs):
        if not same(mine[code], their):
            yield f"{name} 0x{code:02x}: Hallmark says {mine[code].hex()}, {kind} says {float(their).hex()}"


def main():
    table = {name: {} for name in WIDTHS}
    with open(sys.argv[1], encoding="ascii") as lines:
        for line in lines:
            name, code, value = line.strip().split(",")
            if name not in table:
                sys.exit(f"{name}: add the format to WIDTHS in {__file__}")
            table[name][int(code)] = float.fromhex(value)
    different = [line for name, values in table.items() for line in differences(name, values)]
    for line in different[:20]:
        print(line)
    codes = sum(len(values) for values in table.values())
    print(f"{codes} codes of {len(table)} formats compared with numpy {np.__version__} and "
          f"ml_dtypes {ml_dtypes.__version__}: {len(different)} differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
