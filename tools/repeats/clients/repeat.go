// Sends one request whose members stand as a map is walked: another order in each process, with the escape \u0026 of encoding/json.
package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func main() {
	metadata := map[string]any{"order": "1042", "customer": "Ada", "shop": "Mvog-Mbi & Fils", "note": "thé/café", "a": "1", "b": "2", "c": "3", "d": "4"}
	body := map[string]any{"metadata": metadata}
	for _, pair := range os.Args[3:] {
		name, value, _ := strings.Cut(pair, "=")
		body[name] = value
	}
	text := written(body)
	pem, err := os.ReadFile(os.Getenv("PAYGATE_CA"))
	check(err)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	request, err := http.NewRequest("POST", os.Getenv("PAYGATE_URL")+os.Args[1], strings.NewReader(text))
	check(err)
	request.Header.Set("authorization", "Bearer "+os.Getenv("PAYGATE_SECRET_KEY"))
	request.Header.Set("content-type", "application/json")
	request.Header.Set("idempotency-key", os.Args[2])
	answer, err := client.Do(request)
	check(err)
	answered, err := io.ReadAll(answer.Body)
	check(err)
	fmt.Printf("%d\n%s\n%s\n", answer.StatusCode, text, answered)
}

func written(value any) string {
	members, isMap := value.(map[string]any)
	if !isMap {
		text, err := json.Marshal(value)
		check(err)
		return string(text)
	}
	var parts []string
	for name, member := range members {
		parts = append(parts, written(name)+": "+written(member))
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "{ %s }", strings.Join(parts, " , "))
	return out.String()
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
