"""Names segments with wise-pizza: reads instances as JSON from the standard input, writes names and times."""

import json
import logging
import sys
import time
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

import pandas as pd  # noqa: E402
from wise_pizza import explain_changes_in_average, explain_changes_in_totals  # noqa: E402

SEGMENTS = 3


def to_frames(instance):
    keys = {name: [values[code] for code in codes] for name, values, codes in instance["dimensions"]}
    frames = []
    for window in ("compare", "current"):
        sizes = instance[window + "Denominator"]
        frame = pd.DataFrame({**keys, "total": instance[window]})
        frame["size"] = sizes if sizes is not None else 1.0
        frames.append(frame[frame["size"] > 0])
    return frames


def locate(instance):
    before, now = to_frames(instance)
    is_quotient = instance["currentDenominator"] is not None
    explain = explain_changes_in_average if is_quotient else explain_changes_in_totals
    names = [name for name, _, _ in instance["dimensions"]]
    found = explain(
        before,
        now,
        dims=names,
        total_name="total",
        size_name="size",
        max_segments=SEGMENTS,
        max_depth=min(3, len(names)),
        how="totals",
    )
    ranked = sorted(found.segments, key=lambda segment: -abs(segment["impact"]))
    return [{str(key): str(value) for key, value in segment["segment"].items()} for segment in ranked]


def main():
    answers = []
    for instance in json.load(sys.stdin):
        begin = time.process_time()
        try:
            segments = locate(instance)
        except Exception:
            segments = []
        answers.append({"segments": segments, "milliseconds": 1000 * (time.process_time() - begin)})
    json.dump(answers, sys.stdout)


main()
