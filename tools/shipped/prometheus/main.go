// Reads metrics as a service exports them, and the queries of rules and panels, with the parsers of a Prometheus server, which stores the
// bounds of buckets in a form of its own. Prints each query that it does not take, and each selector that finds none of the series.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/textparse"
	"github.com/prometheus/prometheus/promql/parser"
)

type question struct {
	Exposition string   `json:"exposition"`
	Selectors  []string `json:"selectors"`
	Queries    []string `json:"queries"`
}

func main() {
	var asked question
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		panic(err)
	}
	stored := storedSeries([]byte(asked.Exposition))
	for _, query := range asked.Queries {
		if _, err := parser.ParseExpr(query); err != nil {
			fmt.Printf("%s: %s\n", err, query)
		}
	}
	for _, selector := range asked.Selectors {
		if matchers, err := parser.ParseMetricSelector(selector); err != nil || !finds(matchers, stored) {
			fmt.Printf("finds no series: %s\n", selector)
		}
	}
}

// storedSeries are the labels under which a scrape stores the exported series.
func storedSeries(exposition []byte) []labels.Labels {
	reader, err := textparse.New(exposition, "text/plain; version=0.0.4", "", false, false, false, labels.NewSymbolTable())
	if err != nil {
		panic(err)
	}
	var stored []labels.Labels
	for {
		entry, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return stored
		}
		if err != nil {
			panic(err)
		}
		if entry == textparse.EntrySeries {
			var series labels.Labels
			reader.Labels(&series)
			stored = append(stored, series)
		}
	}
}

func finds(matchers []*labels.Matcher, stored []labels.Labels) bool {
	for _, series := range stored {
		matched := true
		for _, matcher := range matchers {
			matched = matched && matcher.Matches(series.Get(matcher.Name))
		}
		if matched {
			return true
		}
	}
	return false
}
